import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect as dial, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { logout } from '@portal/contract/accounts';
import { removeDocument } from '@portal/contract/documents';
import type { Endpoint } from '@portal/contract/endpoint';
import { refusals } from '@portal/contract/errors';
import { organizations } from '@portal/contract/lookups';
import { register } from '@portal/contract/person-form';
import { sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { administer, connectPatiently } from '../../../test/database.ts';
import { nameOf } from '../../../test/described-calls.ts';
import { buildRegistrationForm } from '../../../test/factories/account.ts';
import { endpoints, needsDefaultPassword } from '../../../test/hostile/calls.ts';
import { expectNothingKept } from '../../../test/hostile/storage.ts';
import { bearer, bodyOf, openWorld, urlOf, type World } from '../../../test/hostile/world.ts';
import { multipart } from '../../../test/multipart.ts';
import { sessions } from '../../accounts/tables.ts';
import { buildApp } from '../../app.ts';
import { registrationDocuments } from '../../documents/tables.ts';
import { connect } from '../database/database.ts';
import { createLog } from '../observe/log.ts';
import { MIN_FREE_BYTES } from './health.ts';

let world: World;
/** A server beside it whose disk has what `free` says. */
let beside: FastifyInstance;
let free: number;

const UNAVAILABLE = { code: 'unavailable', message: refusals.unavailable.text };

beforeAll(async () => {
  world = await openWorld();
  free = Number.MAX_SAFE_INTEGER;
  beside = await buildApp(world.portal.services, { checkAnswers: true, freeBytes: async () => free });
  await beside.ready();
});
afterAll(async () => {
  await beside.close();
  await world.close();
});

const readiness = async (app: FastifyInstance) => {
  const { statusCode, headers } = await app.inject('/readyz');
  expect(headers['retry-after']).toBe(statusCode === 503 ? '2' : undefined);
  // The metrics tell the same.
  expect(await app.isReady()).toBe(statusCode === 200);
  return statusCode;
};

describe('/readyz', () => {
  const migration = (hash: string) => ({
    add: sql`insert into drizzle.__drizzle_migrations (hash, created_at)
      select ${hash}, max(created_at) + 1 from drizzle.__drizzle_migrations`,
    remove: sql`delete from drizzle.__drizzle_migrations where hash = ${hash}`,
  });

  test('is 200 if everything works', async () => {
    expect(await readiness(beside)).toBe(200);
  });

  test('is 200 where the schema is newer: an older server goes on while the others are replaced', async () => {
    const { add, remove } = migration('of a program to come');
    await world.portal.db.execute(add);
    try {
      expect(await readiness(beside)).toBe(200);
    } finally {
      await world.portal.db.execute(remove);
    }
  });

  test('is 503 where the schema is older', async () => {
    const { db } = world.portal;
    const newest = sql`(select max(id) from drizzle.__drizzle_migrations)`;
    const hide = sql`update drizzle.__drizzle_migrations set hash = 'x' || hash where id = ${newest}`;
    await db.execute(hide);
    try {
      expect(await readiness(beside)).toBe(503);
    } finally {
      await db.execute(
        sql`update drizzle.__drizzle_migrations set hash = substr(hash, 2) where id = ${newest}`,
      );
    }
    expect(await readiness(beside)).toBe(200);
  });

  test('is 503 while the database is read-only; then writes answer 503, and reads go on', async () => {
    const { db, services } = world.portal;
    const url = services.config.databaseUrl ?? '';
    /** Holds for new connections. Ends the others, as a failover does. */
    const setReadOnly = (value: 'on' | 'off') =>
      administer(url, async (client) => {
        await client.query('set default_transaction_read_only = off');
        const name = new URL(url).pathname.slice(1);
        await client.query(`alter database "${name}" set default_transaction_read_only = ${value}`);
        await client.query(
          'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
          [name],
        );
      });
    const isReadOnly = () =>
      db.execute(sql`show transaction_read_only`).then(
        ({ rows }) => rows[0]?.transaction_read_only,
        () => 'lost',
      );
    const write = async () => {
      const { headers, body } = await multipart({ fields: buildRegistrationForm() });
      return beside.inject({ method: 'POST', url: register.path, headers, payload: body });
    };
    await setReadOnly('on');
    try {
      await expect.poll(isReadOnly).toBe('on');
      expect(await readiness(beside)).toBe(503);
      const { statusCode, headers } = await write();
      expect([statusCode, headers['retry-after']]).toEqual([503, '2']);
      expect((await beside.inject(organizations.path)).statusCode).toBe(200);
    } finally {
      await setReadOnly('off');
    }
    await expect.poll(isReadOnly).toBe('off');
    await expect.poll(() => readiness(beside)).toBe(200);
    expect((await write()).statusCode).toBe(200);
  });

  test('is 503 if the database is unavailable, and the event loop runs', async () => {
    const db = connect('postgres://127.0.0.1:1/nowhere');
    const app = await buildApp({ ...world.portal.services, db });
    const asked = readiness(app);
    expect((await app.inject('/healthz')).statusCode).toBe(200);
    expect(await asked).toBe(503);
    await app.close();
  });

  test('is 200 while every connection of the pool is taken, for which others wait', async () => {
    const db = connectPatiently(world.portal.services.config.databaseUrl ?? '', { max: 2 });
    const app = await buildApp({ ...world.portal.services, db });
    const taken = await Promise.all([db.$client.connect(), db.$client.connect()]);
    let waiting = true;
    const served = db.execute(sql`select 1`).then(() => {
      waiting = false;
    });
    expect(await readiness(app)).toBe(200);
    expect(waiting).toBe(true);
    for (const client of taken) client.release();
    await served;
    await app.close();
    await db.$client.end();
  });

  test('is 503 where the disk is below the floor', async () => {
    free = MIN_FREE_BYTES - 1;
    expect(await readiness(beside)).toBe(503);
    free = MIN_FREE_BYTES;
    expect(await readiness(beside)).toBe(200);
  });

  test('is 503 once the server was told to stop', async () => {
    const app = await buildApp(world.portal.services);
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
    const accepted = once(app.server, 'connection') as Promise<[Socket]>;
    // The request begins before the stop: none can begin after it.
    const socket = dial(Number(port), '127.0.0.1').setEncoding('utf8');
    socket.write('GET /readyz HTTP/1.1\r\nHost: portal\r\n');
    const [connection] = await accepted;
    await expect.poll(() => connection.bytesRead).toBeGreaterThan(0);
    const closed = app.close();
    await sleep(100);
    socket.write('\r\n');
    const [answer] = (await once(socket, 'data')) as [string];
    expect(answer).toMatch(/^HTTP\/1.1 503 /);
    await closed;
  });
});

const ask = async (app: FastifyInstance, endpoint: Endpoint, token: string | undefined) => {
  const input = world.exampleOf(endpoint);
  const { headers, ...body } = await bodyOf(endpoint, input);
  return app.inject({
    method: endpoint.method,
    url: urlOf(endpoint, input),
    headers: { ...headers, ...bearer(token) },
    ...body,
  });
};

describe('on a full disk', () => {
  let full: FastifyInstance;
  beforeAll(async () => {
    const freeBytes = async () => MIN_FREE_BYTES - 1;
    full = await buildApp(world.portal.services, { checkAnswers: true, freeBytes });
    await full.ready();
  });
  afterAll(() => full.close());

  const goesOn = async (endpoint: Endpoint, token: string | undefined) => {
    const work = async () => {
      const [usual, answer] = [await ask(beside, endpoint, token), await ask(full, endpoint, token)];
      expect([usual.statusCode, answer.statusCode]).toEqual([200, 200]);
      // A file that is made for the call says when.
      if (endpoint.answerType) return;
      // A signature differs each time.
      const shown = (body: string) => body.replace(/(\/v\/[\w-]+#)[\w-]+/, '$1');
      expect(shown(answer.body)).toBe(shown(usual.body));
    };
    // A look at somebody's data is recorded, once a day.
    await expectNothingKept(world.portal, work, ['person_views']);
  };

  const isRefused = (endpoint: Endpoint, token: string | undefined) =>
    expectNothingKept(world.portal, async () => {
      const { statusCode, headers, ...answer } = await ask(full, endpoint, token);
      expect([statusCode, headers['retry-after'], answer.json()]).toEqual([503, '60', UNAVAILABLE]);
    });

  const isRefusedForWant = async (endpoint: Endpoint, token: string | undefined) => {
    await isRefused(endpoint, token);
    let usual = 0;
    const work = async () => {
      usual = (await ask(beside, endpoint, token)).statusCode;
    };
    await expect(expectNothingKept(world.portal, work)).rejects.toThrow();
    expect(usual).toBe(200);
  };

  const removesFrom = (table: PgTable) => async (endpoint: Endpoint, token: string | undefined) => {
    const before = await world.portal.db.$count(table);
    expect((await ask(full, endpoint, token)).statusCode).toBe(200);
    expect(await world.portal.db.$count(table)).toBe(before - 1);
  };

  const rows = endpoints.map((endpoint) => {
    const name = nameOf(endpoint);
    if (endpoint === logout) return [name, 'ends the session', endpoint, removesFrom(sessions)] as const;
    if (endpoint === removeDocument) {
      return [name, 'removes the document', endpoint, removesFrom(registrationDocuments)] as const;
    }
    // The mailbox of the example is confirmed already: there is nothing to write.
    if (endpoint.path.startsWith('/api/email/')) return [name, 'is refused', endpoint, isRefused] as const;
    return endpoint.method === 'GET' || endpoint.allowedOnFullDisk
      ? ([name, 'is answered as ever and keeps nothing', endpoint, goesOn] as const)
      : ([name, 'is refused, and would have kept something', endpoint, isRefusedForWant] as const);
  });

  // Each example needs what the ones before it left, so the order matters.
  test.each(rows)('%s %s', async (_, __, endpoint, holds) => {
    const token = needsDefaultPassword(endpoint) ? world.logIn(endpoint) : world.tokenOf('trainee', endpoint);
    await holds(endpoint, await token);
  });

  test('pages and files are served', async () => {
    for (const url of ['/api/docs', '/healthz', '/robots.txt']) {
      expect([url, (await full.inject(url)).statusCode]).toEqual([url, 200]);
      expect([url, (await full.inject({ method: 'HEAD', url })).statusCode]).toEqual([url, 200]);
    }
  });
});

describe('free space on the disk is noticed within five seconds', () => {
  afterEach(() => vi.useRealTimers());

  test.each([
    ['as ever', 0],
    ['though the clock is set back an hour', 3_600_000],
  ])('%s', async (_, setBack) => {
    let room = 0;
    const app = await buildApp(world.portal.services, { freeBytes: async () => room });
    const status = async () => (await app.inject({ method: 'POST', url: '/api/login' })).statusCode;
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    expect(await status()).toBe(503);
    room = MIN_FREE_BYTES;
    vi.setSystemTime(Date.now() - setBack);
    vi.advanceTimersByTime(5_000);
    expect(await status()).toBe(503);
    vi.advanceTimersByTime(1);
    expect(await status()).toBe(422);
    await app.close();
  });
});

test('the disk is checked once for the writes of five seconds', async () => {
  let checks = 0;
  const freeBytes = async () => {
    checks += 1;
    return MIN_FREE_BYTES;
  };
  const app = await buildApp(world.portal.services, { freeBytes });
  for (let n = 0; n < 5; n++) await app.inject({ method: 'POST', url: '/api/login' });
  expect(checks).toBe(1);
  await app.close();
});

test('a disk that fills between two checks answers 503, stores nothing, and is logged without a stack', async () => {
  const { services } = world.portal;
  let written = '';
  const log = createLog('warn', {
    write: (line) => {
      written += line;
    },
  });
  const files = { ...services.files, put: (_: string, bytes: Uint8Array) => writeFile('/dev/full', bytes) };
  const app = await buildApp({ ...services, files, log });
  const bytes = await sharp({ create: { width: 295, height: 413, channels: 3, background: '#ffffff' } })
    .jpeg()
    .toBuffer();
  const { headers, body } = await multipart({ fields: buildRegistrationForm(), file: { bytes } });
  const work = async () => {
    const answer = await app.inject({ method: 'POST', url: register.path, headers, payload: body });
    expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toEqual([
      503,
      '60',
      UNAVAILABLE,
    ]);
  };
  // The attempt counts against the network all the same.
  await expectNothingKept(world.portal, work, ['registration_attempts']);
  expect(written).toContain('"reason":"ENOSPC"');
  expect(written).not.toContain('stack');
  await app.close();
});
