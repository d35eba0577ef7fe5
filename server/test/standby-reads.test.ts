import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { classDetail, classes } from '@portal/contract/catalogue';
import { verifyCertificate } from '@portal/contract/certificates';
import { banners, footer, introTypes, sitePage } from '@portal/contract/content';
import type { Endpoint } from '@portal/contract/endpoint';
import { records } from '@portal/contract/enrolment';
import { organizations } from '@portal/contract/lookups';
import { events } from '@portal/contract/office/audit';
import * as office from '@portal/contract/office/classes';
import { registrationList } from '@portal/contract/office/enrolment';
import { exportPeople, personDetail, personList } from '@portal/contract/office/people';
import { reportTable } from '@portal/contract/office/report-tables';
import { charts, search, upcomingClasses, waitingWork } from '@portal/contract/office/reports';
import { currentSession } from '@portal/contract/office/staff';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildApp } from '../src/app.ts';
import { readConfig } from '../src/platform/config.ts';
import { connect, type Database } from '../src/platform/database/database.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { followReplica, readAside } from '../src/platform/database/replica.ts';
import { openFiles } from '../src/platform/files/files.ts';
import { createLog } from '../src/platform/observe/log.ts';
import { fill, NOW } from './app.ts';
import { connectPatiently } from './database.ts';
import { buildAccount, logIn } from './factories/account.ts';
import { buildClass, buildOrganization } from './factories/catalogue.ts';
import { buildCertificate, buildContent } from './factories/certificate.ts';
import { buildRegistration } from './factories/registration.ts';
import { enterAs, grant } from './factories/staff.ts';
import { openPair, type Pair } from './standby.ts';

/* A portal on a PostgreSQL server with a real standby. */

const FOREVER = { timeout: 240_000, interval: 20 };

let pair: Pair;
let db: Database;
let aside: Database;
let dataDir: string;
let app: FastifyInstance;
let stop: () => Promise<void>;
let token: string;
let staff: Record<string, string>;
let person: { id: number };
let trainingClass: Awaited<ReturnType<typeof buildClass>>;
let number: string;
const clock = { now: NOW };
let readsAside = 0;

/** As a superuser of the standby. */
const onStandby = async (statement: string) => {
  const url = new URL(pair.standby);
  url.username = 'postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  const { rows } = await client.query(statement);
  await client.end();
  return rows;
};

const untilStandby = (condition: string) =>
  vi.waitFor(async () => expect(await onStandby(`select where ${condition}`)).toHaveLength(1), FOREVER);

const furnish = async () => {
  const account = await buildAccount(db);
  person = account;
  token = await logIn(db, account);
  trainingClass = await buildClass(db);
  await buildRegistration(db, { class: trainingClass, account });
  const certificate = await buildCertificate(db, { account });
  await buildContent(db, certificate);
  number = certificate.number;
  const { id } = await buildOrganization(db);
  staff = (await enterAs(db, grant('admin'), grant('officer', id))).headers;
};

/** Until the standby has everything. */
const caughtUp = async () => {
  const { rows } = await db.$client.query('select pg_current_wal_lsn()::text as log');
  await untilStandby(`pg_last_wal_replay_lsn() >= '${rows[0].log}'`);
};

beforeAll(async () => {
  pair = await openPair((ownerUrl) => migrate(ownerUrl));
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'portal-test-'));
  db = connectPatiently(pair.primary);
  aside = connectPatiently(pair.standby);
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: pair.primary,
    LOG_LEVEL: 'silent',
    STAFF_SECOND_FACTOR: 'optional',
  });
  const log = createLog(config.logLevel);
  await furnish();
  await caughtUp();
  const replica = followReplica(db, aside, { log, every: 100 });
  await vi.waitFor(() => expect(replica.isCurrent()).toBe(true), FOREVER);
  const counted: Database = connectPatiently(pair.standby);
  counted.$client.on('acquire', () => {
    readsAside += 1;
  });
  const services = { db, replica: { ...replica, db: counted }, files: openFiles(config), config, log };
  const none = { site: dataDir, office: dataDir, verify: dataDir };
  app = await buildApp({ ...services, clock: () => clock.now }, { checkAnswers: true, ...none });
  await app.ready();
  stop = async () => {
    await app.close();
    await replica.stop();
    await counted.$client.end();
  };
});
afterAll(async () => {
  await stop();
  await db.$client.end();
  await pair.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** After what is kept for a second has ended. */
beforeEach(() => {
  clock.now = new Date(clock.now.getTime() + 2_000);
});

interface Sent {
  readonly params?: Record<string, string>;
  readonly query?: string;
  readonly body?: object;
  readonly headers?: Record<string, string>;
}

const send = ({ method, path: to }: Endpoint, { params, query = '', body, headers = {} }: Sent = {}) =>
  app.inject({ method, url: fill(to, params) + query, headers, ...(body && { payload: body }) });

const guest = () => ({});
const trainee = () => ({ authorization: `Bearer ${token}` });
const member = () => staff;

describe('who is answered by the standby', () => {
  const code = () => ({ params: { code: trainingClass.code } });
  const month = '?subject=registrations&by=month&from=2026-11&until=2026-12';
  test.each<[string, Endpoint, () => Record<string, string>, () => Sent, 'standby' | 'primary']>([
    ['the list of classes, for guests', classes, guest, () => ({}), 'standby'],
    ['the list of classes, for trainees', classes, trainee, () => ({}), 'primary'],
    ['a class, for guests', classDetail, guest, code, 'standby'],
    ['a class, for trainees', classDetail, trainee, code, 'primary'],
    ['banners', banners, guest, () => ({}), 'standby'],
    ['the footer', footer, guest, () => ({}), 'standby'],
    ['titles of introductions', introTypes, guest, () => ({}), 'standby'],
    ['a page of the site', sitePage, guest, () => ({ params: { name: 'Help' } }), 'standby'],
    ['organisations', organizations, guest, () => ({}), 'standby'],
    [
      'a certificate, for strangers',
      verifyCertificate,
      guest,
      () => ({ params: { code: number } }),
      'standby',
    ],
    ['own records', records, trainee, () => ({ body: {} }), 'primary'],
    ['the list of people', personList, member, () => ({}), 'standby'],
    ['the list of classes of the office', office.classList, member, () => ({}), 'standby'],
    ['the list of registrations', registrationList, member, () => ({}), 'standby'],
    ['the events', events, member, () => ({}), 'standby'],
    ['a search', search, member, () => ({ body: { q: '林怡' } }), 'standby'],
    ['the charts', charts, member, () => ({}), 'standby'],
    ['the next classes', upcomingClasses, member, () => ({}), 'standby'],
    ['the waiting work', waitingWork, member, () => ({}), 'standby'],
    ['a report', reportTable, member, () => ({ query: month }), 'standby'],
    ['an export', exportPeople, member, () => ({ body: { format: 'csv', sort: 'name' } }), 'standby'],
    [
      'the page of a class',
      office.officeClass,
      member,
      () => ({ params: { id: `${trainingClass.id}` } }),
      'primary',
    ],
    ['the page of a person', personDetail, member, () => ({ params: { id: `${person.id}` } }), 'primary'],
    ['the own session', currentSession, member, () => ({}), 'primary'],
  ])('%s', async (_, endpoint, who, sent, expected) => {
    await caughtUp();
    const before = readsAside;
    const response = await send(endpoint, { ...sent(), headers: who() });
    expect([response.statusCode, response.statusCode === 200 ? '' : response.body]).toEqual([200, '']);
    expect(readsAside > before ? 'standby' : 'primary').toBe(expected);
  });
});

describe('while the standby stands still', () => {
  beforeAll(async () => {
    await onStandby('select pg_wal_replay_pause()');
    await untilStandby(`pg_get_wal_replay_pause_state() = 'paused'`);
  });
  afterAll(() => onStandby('select pg_wal_replay_resume()'));

  const codes = async (headers: Record<string, string>) => {
    const { body } = await send(office.classList, { headers });
    return [...body.matchAll(/"code":"(\w+[^"]*)"/g)].map(([, code]) => code);
  };
  const withCookie = (cookie: string) => ({ ...staff, cookie: `${staff.cookie}; ${cookie}` });

  test('staff see at once what they have changed, and lists go to the standby when it has that', async () => {
    await buildClass(db, { code: 'LATER-1' });
    // A page of the primary is enough: what it has shown does not vanish from the next list.
    const seen = await send(office.officeClass, { params: { id: `${trainingClass.id}` }, headers: staff });
    const [cookie = ''] = String(seen.headers['set-cookie']).split(';');
    expect(cookie).toMatch(/^office-log=[0-9]+$/);
    expect(await codes(withCookie(cookie))).toContain('LATER-1');
    // Without the cookie, the standby would answer.
    expect(await codes(staff)).not.toContain('LATER-1');
    await onStandby('select pg_wal_replay_resume()');
    await caughtUp();
    const before = readsAside;
    expect(await codes(withCookie(cookie))).toContain('LATER-1');
    expect(readsAside).toBeGreaterThan(before);
    await onStandby('select pg_wal_replay_pause()');
  });

  test.each(['office-log=unknown', 'office-log=', 'office-log=99999999999999999999'])(
    'with %s the primary answers',
    async (cookie) => {
      const code = `KNOWN-${cookie.length}`;
      await buildClass(db, { code });
      expect(await codes(withCookie(cookie))).toContain(code);
    },
  );

  test('a certificate that was issued just now is found, and a made-up number is counted on the primary', async () => {
    const certificate = await buildCertificate(db, { account: person, kind: 'ordinary' });
    await buildContent(db, certificate);
    const found = await send(verifyCertificate, { params: { code: certificate.number } });
    const missed = await send(verifyCertificate, { params: { code: 'FAI-2024-NOBODY' } });
    expect([found.statusCode, missed.statusCode]).toEqual([200, 404]);
    const { rows } = await db.$client.query('select count(*)::int as count from verification_misses');
    expect(rows).toEqual([{ count: 1 }]);
  });
});

/** The last of all: afterwards there are two primaries. */
describe('while the standby becomes the primary', () => {
  let replica: ReturnType<typeof followReplica>;
  let away: Database;
  beforeAll(async () => {
    const log = createLog('silent');
    replica = followReplica(db, connectPatiently(pair.standby), {
      log,
      every: 100,
    });
    away = connect('postgres://nobody@127.0.0.1:1/none');
    await vi.waitFor(() => expect(replica.isCurrent()).toBe(true), FOREVER);
    await onStandby('select pg_promote()');
    await untilStandby('not pg_is_in_recovery()');
  });
  afterAll(async () => {
    await replica.stop();
    await away.$client.end();
  });

  const readCount = (since?: bigint) =>
    readAside({ db: away, replica, ...(since !== undefined && { since }) }, async (from) => {
      const { rows } = await from.execute(sql`select count(*)::int as count from classes`);
      return rows.length;
    });

  test('guests read from it before it is found as the primary', async () => {
    expect(await readCount()).toBe(1);
  });

  test('it does not answer somebody who has seen more than it may have', async () => {
    await expect(readCount(2n ** 60n)).rejects.toThrow();
  });

  test('a read goes to the known primary as long as that answers', async () => {
    await buildClass(db, { code: 'ONLY-THERE' });
    const found = await readAside({ db, replica }, (from) =>
      from.execute(sql`select from classes where code = 'ONLY-THERE'`),
    );
    expect(found.rows).toHaveLength(1);
  });
});
