import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { login } from '@portal/contract/accounts';
import { records } from '@portal/contract/enrolment';
import { refusals } from '@portal/contract/errors';
import { register } from '@portal/contract/person-form';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount, buildRegistrationForm, logIn } from '../../../test/factories/account.ts';
import { buildOrganization } from '../../../test/factories/catalogue.ts';
import { bodyOf } from '../../../test/hostile/world.ts';
import { buildApp } from '../../app.ts';
import { limitConcurrency } from '../http/limit.ts';
import { createLog } from './log.ts';

const PERSON = {
  id_number: 'A123456789',
  email: 'somebody@private.example',
  cell_phone: '0912-345678',
  chinese_name: '王私密',
  address: '私密路 37 號',
  password: 'Secret-4711',
};
const TOKEN = 'token-of-somebody';
const secrets = [...Object.values(PERSON), TOKEN, encodeURIComponent(PERSON.email), 'Bearer'];

let portal: TestPortal;
let app: FastifyInstance;
let written: string;
/** Thrown by the clock, which every call reads. */
let fault: unknown;

/** All that is written at the level at which most is. */
const log = createLog('trace', {
  write: (line) => {
    written += line;
  },
});
const lines = () =>
  written
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

beforeAll(async () => {
  portal = await openTestPortal();
  await buildOrganization(portal.db, { name: '臺北市分會' });
  app = await buildApp({
    ...portal.services,
    log,
    clock: () => {
      if (fault) throw fault;
      return portal.clock.now;
    },
  });
  await app.ready();
});
beforeEach(() => {
  written = '';
  fault = undefined;
});
afterAll(async () => {
  await app.close();
  await portal.close();
});

const send = (method: 'GET' | 'POST', url: string, payload?: object, headers: Record<string, string> = {}) =>
  app.inject({ method, url, headers, ...(payload && { payload }) });

const sendForm = async (overrides: Record<string, string> = {}, more: Record<string, string> = {}) => {
  const body = {
    ...buildRegistrationForm(),
    ...PERSON,
    password_confirmation: PERSON.password,
    ...overrides,
  };
  const { headers, ...form } = await bodyOf(register, { body });
  return app.inject({ method: 'POST', url: register.path, headers: { ...headers, ...more }, ...form });
};

const bearer = { authorization: `Bearer ${TOKEN}` };

/** The fault, its answer, and the operator's log line. */
const cases: [string, () => Promise<{ statusCode: number }>, number, object][] = [
  [
    'a refused login',
    () =>
      send('POST', login.path, { account: PERSON.id_number, password: PERSON.password, country: 'local' }),
    422,
    { method: 'POST', route: '/api/login', status: 422 },
  ],
  ['a registration that is invalid', () => sendForm({ birthday: 'x' }), 422, { route: '/api/register' }],
  [
    'an unknown token',
    () => send('POST', records.path, {}, bearer),
    401,
    { route: records.path, status: 401 },
  ],
  [
    'a query',
    () => send('GET', `/api/areas?city=${encodeURIComponent(PERSON.email)}&x=${PERSON.id_number}`),
    200,
    { method: 'GET', route: '/api/areas' },
  ],
  [
    'an address without a route',
    () => send('GET', `/api/${PERSON.id_number}?x=${TOKEN}`),
    404,
    { status: 404 },
  ],
  ['an address that cannot be read', () => send('GET', `/api/%zz?x=${PERSON.id_number}`), 400, {}],
  [
    'a body that cannot be read',
    () =>
      app.inject({
        method: 'POST',
        url: login.path,
        headers: { 'content-type': 'application/json' },
        payload: `{"${PERSON.id_number}`,
      }),
    400,
    { status: 400 },
  ],
];

describe('the log line has the facts for an operator and no personal data', () => {
  test.each(cases)('of %s', async (_, happens, status, told) => {
    expect((await happens()).statusCode).toBe(status);
    if (Object.keys(told).length > 0) expect(lines()).toContainEqual(expect.objectContaining(told));
    expect(secrets.filter((secret) => written.includes(secret))).toEqual([]);
  });

  const about = `${PERSON.email} ${PERSON.id_number}`;
  const faults: [string, Error, object][] = [
    ['whose message names somebody', new TypeError(`no such person: ${about}`), { type: 'TypeError' }],
    [
      'whose message looks like a stack',
      new Error(`x\n    at ${PERSON.id_number} (${PERSON.email}:1:1)`),
      {},
    ],
    [
      'with a code',
      Object.assign(new Error(`open '/${about}'`), { code: 'EROFS', path: `/${about}` }),
      { code: 'EROFS' },
    ],
    [
      'whose cause names somebody',
      new Error(about, { cause: Object.assign(new RangeError(about), { code: 'ERR_X' }) }),
      { cause: expect.objectContaining({ type: 'RangeError', code: 'ERR_X' }) },
    ],
  ];

  test.each(faults)('of an unexpected error %s', async (_, error, told) => {
    fault = error;
    expect((await send('POST', records.path, {}, bearer)).statusCode).toBe(500);
    const stack = expect.stringMatching(/^ +at .*log\.test\.ts:\d+:\d+/);
    expect(lines()).toContainEqual(
      expect.objectContaining({ level: 50, err: expect.objectContaining({ ...told, stack }) }),
    );
    expect(secrets.filter((secret) => written.includes(secret))).toEqual([]);
  });

  test.each(faults)('of an unexpected error %s without a message of ours', (_, error) => {
    log.error(error);
    log.error({ err: error });
    expect(lines()).toHaveLength(2);
    expect(secrets.filter((secret) => written.includes(secret))).toEqual([]);
  });

  test('of a row that the database refuses', async () => {
    await portal.db.execute('alter table accounts add constraint nobody check (false) not valid');
    try {
      expect((await sendForm()).json()).toEqual({ code: 'internal', message: refusals.internal.text });
    } finally {
      await portal.db.execute('alter table accounts drop constraint nobody');
    }
    expect(lines()).toContainEqual(
      expect.objectContaining({
        err: expect.objectContaining({
          constraint: 'nobody',
          cause: expect.objectContaining({ code: '23514' }),
        }),
      }),
    );
    expect(secrets.filter((secret) => written.includes(secret))).toEqual([]);
  });

  const form = `--x\r\nContent-Disposition: form-data; name="email"\r\n\r\n${PERSON.email}`;
  const file = '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\naaaa';
  const multipart = 'multipart/form-data; boundary=x';
  const halves = [
    { what: 'JSON', path: login.path, type: 'application/json', half: `{"account":"${PERSON.id_number}"` },
    { what: 'a form', path: register.path, type: multipart, half: form },
    { what: 'a photo', path: register.path, type: multipart, half: file },
  ];
  const ways = [
    { how: 'hangs up', leave: (socket: Socket) => socket.destroy() },
    { how: 'breaks off', leave: (socket: Socket) => socket.resetAndDestroy() },
  ];
  const cuts = halves.flatMap((half) => ways.map((way) => ({ ...half, ...way })));

  test.each(cuts)('of half of $what whose sender $how is no error', async ({ path, type, half, leave }) => {
    // One place is enough for who comes first; who comes next leaves while they wait.
    const limitUploads = limitConcurrency({ atOnce: 1, waiting: 1 });
    const listening = await buildApp({ ...portal.services, log }, { limitUploads });
    await listening.listen({ port: 0, host: '127.0.0.1' });
    const { port } = listening.server.address() as AddressInfo;
    const sockets: Socket[] = [];
    for (const _ of [1, 2]) {
      const socket = connect(port, '127.0.0.1');
      sockets.push(socket);
      await once(socket, 'connect');
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: 500\r\n\r\n${half}`,
      );
      await sleep(50);
    }
    for (const socket of sockets) leave(socket);
    await sleep(100);
    await listening.close();
    expect(lines().filter(({ level, err }) => Number(level) > 30 || err)).toEqual([]);
    expect(secrets.filter((secret) => written.includes(secret))).toEqual([]);
  });

  test('of a registration that succeeds', async () => {
    const token = await logIn(portal.db, await buildAccount(portal.db));
    const answer = await sendForm({}, { authorization: `Bearer ${token}` });
    expect(answer.json()).toMatchObject({ user: {} });
    expect(written).not.toContain(token);
    expect(lines()).toContainEqual(expect.objectContaining({ route: '/api/register', status: 200 }));
    expect(secrets.filter((secret) => written.includes(secret))).toEqual([]);
  });
});
