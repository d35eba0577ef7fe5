import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../test/app.ts';
import { connect, type Database } from '../platform/database/database.ts';
import { staffReads } from './reads.ts';

/* `standby-reads.test.ts` reads from a real standby. This one is a second connection that says how far it is. */

let portal: TestPortal;
let standby: Database;
/** The places in the log that the standby was asked for. */
let asked: bigint[] = [];
let reached: bigint;
let app: FastifyInstance;

/** Answers `/read` by who was read from, and `/page` without reading. */
const serve = (db: Database) => {
  const replica = {
    db: standby,
    isCurrent: () => true,
    reaches: async (_: unknown, position: bigint) => {
      asked.push(position);
      return position <= reached;
    },
  };
  const reads = staffReads({ ...portal.services, db, replica });
  const server = fastify();
  server.get('/read', async (request, reply) => {
    const { read, finish } = reads.for(request);
    const from = await read(async (source) => (source === db ? 'primary' : 'standby'));
    await finish(reply);
    return from;
  });
  server.get('/page', async (request, reply) => {
    await reads.for(request).finish(reply);
    return 'page';
  });
  return server;
};

beforeAll(async () => {
  portal = await openTestPortal();
  standby = connect(portal.services.config.databaseUrl ?? '');
  app = serve(portal.db);
});
afterAll(async () => {
  await app.close();
  await standby.$client.end();
  await portal.close();
});
beforeEach(() => {
  asked = [];
  reached = 500n;
});

const COOKIE = /^office-log=[0-9]+; Max-Age=60; Path=\/api\/office; HttpOnly; SameSite=Strict$/;

const get = async (url: string, headers: Record<string, string> = {}) => {
  const { body, headers: sent } = await app.inject({ url, headers });
  return { body, cookie: sent['set-cookie'] };
};

test.each([
  [{}, 0],
  [{ cookie: 'office=x' }, 0],
  [{ cookie: 'office=x; office-log=500' }, 500],
])('with the headers %j the standby answers if it has the log up to %s', async (headers, position) => {
  expect(await get('/read', headers)).toEqual({ body: 'standby', cookie: undefined });
  expect(asked).toEqual([BigInt(position)]);
});

test.each(['501', 'unknown', '', '-1', '0x1', '1'.repeat(19)])(
  'with the place %j in the log the primary answers, and gives a new place',
  async (seen) => {
    const answer = await get('/read', { cookie: `office-log=${seen}` });
    expect(answer).toEqual({ body: 'primary', cookie: expect.stringMatching(COOKIE) });
  },
);

test('without a standby the primary answers, and gives no place', async () => {
  const server = fastify();
  const reads = staffReads({ ...portal.services, replica: undefined });
  server.get('/read', async (request, reply) => {
    const { read, finish } = reads.for(request);
    const from = await read(async (source) => (source === portal.db ? 'primary' : 'standby'));
    await finish(reply);
    return from;
  });
  const { body, headers } = await server.inject('/read');
  expect([body, headers['set-cookie']]).toEqual(['primary', undefined]);
  await server.close();
});

test('a page that reads nothing aside gives the place that it has seen', async () => {
  expect((await get('/page')).cookie).toMatch(COOKIE);
});

test('while the primary cannot say its place, the next read goes there', async () => {
  const gone = connect('postgres://nobody@127.0.0.1:1/none');
  const server = serve(gone);
  const { headers } = await server.inject('/page');
  expect(headers['set-cookie']).toMatch(/^office-log=unknown; /);
  await server.close();
  await gone.$client.end();
});
