import { setTimeout as sleep } from 'node:timers/promises';
import { addDays, today } from '@portal/contract/dates';
import { eq, isNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Staff } from '../../src/accounts/actors.ts';
import { approveRenewal } from '../../src/certificates/approve-renewal.ts';
import { askRenewal } from '../../src/certificates/ask-renewal.ts';
import { refuseRenewal } from '../../src/certificates/refuse-renewal.ts';
import { certificates, renewalRequests } from '../../src/certificates/tables.ts';
import { checkData } from '../../src/check-data.ts';
import { connect, type Database, inTransaction, type Tx } from '../../src/platform/database.ts';
import { Refusal } from '../../src/platform/errors.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { buildCertificate, buildRenewalRequest } from '../factories/certificate.ts';
import { buildCrowd } from './crowd.ts';
import { deadlocksIn } from './deadlocks.ts';

/** How often each pair meets. */
const ROUNDS = 60;

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = connect(database.url, { max: 20 });
});

afterAll(async () => {
  await db.$client.end();
  await database.drop();
});

const staff: Staff = { staffId: 1, organizationId: null };

interface Meeting {
  readonly certificateId: number;
  readonly code: string;
  readonly accountId: number;
  /** Of a request that waits; 0 where nothing was asked. */
  readonly requestId: number;
}

type Deed = (tx: Tx, meeting: Meeting, now: Date) => Promise<unknown>;

const ask: Deed = (tx, { code, accountId }, now) => askRenewal(tx, { code, accountId, frontNote: null }, now);
const approve: Deed = (tx, { requestId }, now) => approveRenewal(tx, { requestId }, staff, now);
const refuse: Deed = (tx, { requestId }, now) =>
  refuseRenewal(tx, { requestId, backendNote: '未附複訓證明' }, staff, now);

/** `done`, or the code of the refusal; anything else is a fault. */
const outcome = async (deed: Deed, meeting: Meeting): Promise<string> => {
  try {
    await inTransaction(db, (tx) => deed(tx, meeting, new Date()));
    return 'done';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
};

/** So many people with a certificate that may be renewed today. */
const buildMeetings = async (size: number, asked: boolean): Promise<Meeting[]> => {
  const meetings: Meeting[] = [];
  for (const account of await buildCrowd(db, size)) {
    const certificate = await buildCertificate(db, { account, endTime: addDays(today(new Date()), 60) });
    const request = asked ? await buildRenewalRequest(db, { certificate, askedAt: new Date() }) : null;
    meetings.push({
      certificateId: certificate.id,
      code: certificate.number,
      accountId: account.id,
      requestId: request?.id ?? 0,
    });
  }
  return meetings;
};

/** What came of a certificate: its requests' results, whether it was replaced, how many the person holds now. */
const standing = async ({ certificateId, accountId }: Meeting) => {
  const requests = await db
    .select()
    .from(renewalRequests)
    .where(eq(renewalRequests.certificateId, certificateId))
    .orderBy(renewalRequests.id);
  const held = await db.select().from(certificates).where(eq(certificates.accountId, accountId));
  return {
    results: requests.map(({ approved }) => approved),
    replaced: held.some(({ id, replacedById }) => id === certificateId && replacedById !== null),
    certificates: held.length,
  };
};

/** Both at once, neither always the first; what each of them heard. */
const meet = async (first: Deed, second: Deed, meeting: Meeting, n: number): Promise<[string, string]> => {
  if (n % 2 === 0) return Promise.all([outcome(first, meeting), outcome(second, meeting)]);
  const [late, early] = await Promise.all([outcome(second, meeting), outcome(first, meeting)]);
  return [early, late];
};

test('of two renewals at once one is asked for', async () => {
  const meetings = await buildMeetings(ROUNDS, false);
  await Promise.all(
    meetings.map(async (meeting, n) => {
      expect((await meet(ask, ask, meeting, n)).toSorted()).toEqual(['done', 'renewal_asked']);
      expect(await standing(meeting)).toEqual({ results: [null], replaced: false, certificates: 1 });
    }),
  );
});

test('approve against refuse: the first one decides, the other hears it', async () => {
  const meetings = await buildMeetings(ROUNDS, true);
  await Promise.all(
    meetings.map(async (meeting, n) => {
      const heard = await meet(approve, refuse, meeting, n);
      expect([
        [['done', 'renewal_decided'], { results: [true], replaced: true, certificates: 2 }],
        [['renewal_decided', 'done'], { results: [false], replaced: false, certificates: 1 }],
      ]).toContainEqual([heard, await standing(meeting)]);
    }),
  );
});

test('approve against approve is one approval', async () => {
  const meetings = await buildMeetings(ROUNDS, true);
  await Promise.all(
    meetings.map(async (meeting, n) => {
      expect(await meet(approve, approve, meeting, n)).toEqual(['done', 'done']);
      expect(await standing(meeting)).toEqual({ results: [true], replaced: true, certificates: 2 });
    }),
  );
});

test('who asks again while it is approved never has a request for what was replaced', async () => {
  const meetings = await buildMeetings(ROUNDS, true);
  await Promise.all(
    meetings.map(async (meeting, n) => {
      const [approved, asked] = await meet(approve, ask, meeting, n);
      expect([approved, ['renewal_asked', 'certificate_replaced'].includes(asked)]).toEqual(['done', true]);
      expect(await standing(meeting)).toEqual({ results: [true], replaced: true, certificates: 2 });
    }),
  );
});

test('who asks again while it is refused is heard or told to wait', async () => {
  const meetings = await buildMeetings(ROUNDS, true);
  await Promise.all(
    meetings.map(async (meeting, n) => {
      const heard = await meet(refuse, ask, meeting, n);
      expect([
        [['done', 'done'], { results: [false, null], replaced: false, certificates: 1 }],
        [['done', 'renewal_asked'], { results: [false], replaced: false, certificates: 1 }],
      ]).toContainEqual([heard, await standing(meeting)]);
    }),
  );
});

test('nothing is broken afterwards, and nobody stood in a dead-lock', async () => {
  expect(await checkData(db)).toEqual([]);
  await db.$client.end();
  expect(await deadlocksIn(database.url)).toBe(0);
  db = connect(database.url, { max: 20 });
});

/* The same meetings with steps that look first and then write, as one would without thinking of the other. */
describe('without the guard', () => {
  const carelessAsk: Deed = async (tx, { certificateId }, now) => {
    const { rowCount } = await tx.execute(
      sql`select from renewal_requests where certificate_id = ${certificateId} and approved is null`,
    );
    if (rowCount !== 0) throw new Refusal('renewal_asked');
    await sleep(1);
    await tx.insert(renewalRequests).values({ certificateId, askedAt: now });
  };

  const carelessly =
    (approved: boolean): Deed =>
    async (tx, { certificateId, requestId, accountId }, now) => {
      const [waiting] = await tx
        .select()
        .from(renewalRequests)
        .where(sql`${eq(renewalRequests.id, requestId)} and ${isNull(renewalRequests.approved)}`);
      if (!waiting) throw new Refusal('renewal_decided');
      await sleep(1);
      await tx
        .update(renewalRequests)
        .set({ approved, decidedAt: now })
        .where(eq(renewalRequests.id, requestId));
      if (!approved) return;
      await tx.execute(sql`
        with next as (
          insert into certificates (number, account_id, organization_id, train_class_id, issued_on, years, end_time,
            created_at)
          select number || '-N', account_id, organization_id, train_class_id, issued_on, years, end_time, created_at
          from certificates where id = ${certificateId} and account_id = ${accountId}
          returning id)
        update certificates set replaced_by_id = next.id from next where certificates.id = ${certificateId}`);
    };

  test('a decision for each of two who decide leaves a refused request and a new certificate', async () => {
    const meetings = await buildMeetings(20, true);
    const outcomes = await Promise.all(
      meetings.map((meeting, n) => meet(carelessly(true), carelessly(false), meeting, n)),
    );
    expect(outcomes).toContainEqual(['done', 'done']);
    const ends = await Promise.all(meetings.map(standing));
    expect(ends).toContainEqual({ results: [false], replaced: true, certificates: 2 });
    expect((await checkData(db)).map(({ rule }) => rule)).toContain('replaced_by_approval');
  });

  test('and without the index two requests wait', async () => {
    await db.execute(sql`drop index renewal_requests_one_open`);
    const meetings = await buildMeetings(20, false);
    const outcomes = await Promise.all(
      meetings.map((meeting, n) => meet(carelessAsk, carelessAsk, meeting, n)),
    );
    expect(outcomes).toContainEqual(['done', 'done']);
    const ends = await Promise.all(meetings.map(standing));
    expect(ends).toContainEqual({ results: [null, null], replaced: false, certificates: 1 });
    expect((await checkData(db)).map(({ rule }) => rule)).toContain('one_request_waits');
  });
});
