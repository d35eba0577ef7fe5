import { login } from '@portal/contract/accounts';
import { classDetail, classes } from '@portal/contract/catalogue';
import { endpoint } from '@portal/contract/endpoint';
import { enrol, records } from '@portal/contract/enrolment';
import { refusals } from '@portal/contract/errors';
import { CallRefused, failureKind, firstError } from '@portal/kit/browser/call.ts';
import { Offline } from '@portal/kit/browser/transport.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type Reply, type SeenRequest, startApiServer } from '../../../kit/test/api-server.ts';
import { setCookies } from '../../../kit/test/browser.ts';
import { buildUser } from '../../test/person.ts';
import { call } from './api.ts';
import { currentUser, dismissSessionEnd, hasSessionEnded, logIn, logOut } from './session.ts';

let reply: (request: SeenRequest) => Reply | Promise<Reply>;
let server: Awaited<ReturnType<typeof startApiServer>>;

beforeEach(async () => {
  logOut();
  dismissSessionEnd();
  setCookies('');
  reply = () => ({ json: {} });
  server = await startApiServer((request) => reply(request));
});
afterEach(() => server.stop());

const refusalOf = async (asked: Promise<unknown>) => {
  const error = await asked.catch((caught: unknown) => caught);
  if (!(error instanceof CallRefused)) throw new Error(`not refused: ${error}`);
  return error;
};

const echo = endpoint({
  method: 'POST',
  path: '/api/echo/:code',
  access: 'public',
  summary: '',
  params: z.object({ code: z.string() }),
  query: z.object({ group: z.optional(z.string()) }),
  body: z.object({ note: z.string() }),
  answer: z.object({ note: z.string() }),
  refusals: [],
});

test('a call goes to the path of the contract, with its values escaped and a JSON body', async () => {
  reply = () => ({ json: { note: '好', unknown: 1 } });
  const answer = await call(echo, {
    params: { code: 'A/1 ?' },
    query: { group: '團 體' },
    body: { note: '好' },
  });
  expect(answer).toEqual({ note: '好' });
  const [request] = server.seen;
  expect(request?.method).toBe('POST');
  expect(request?.url).toBe('/api/echo/A%2F1%20%3F?group=%E5%9C%98+%E9%AB%94');
  expect(request?.body).toBe('{"note":"好"}');
  expect(request?.headers['content-type']).toBe('application/json');
  expect(request?.headers['x-requested-with']).toBe('XMLHttpRequest');
});

test('an empty filter is not sent', async () => {
  reply = () => ({ json: [] });
  await call(classes, { query: { type: 'Normal', organization: '' } });
  expect(server.seen[0]?.url).toBe('/api/classes?type=Normal');
});

test('a guest sends no token; a person sends the bearer token, the XSRF cookie and the idempotency key', async () => {
  reply = () => ({ json: { code: 'A1' } });
  await call(enrol, { body: { code: 'A1' } });
  expect(server.seen[0]?.headers.authorization).toBeUndefined();
  expect(server.seen[0]?.headers['x-xsrf-token']).toBeUndefined();

  logIn({ user: buildUser(), access_token: 'secret' });
  setCookies('other=1; XSRF-TOKEN=a%3Db');
  await call(enrol, { body: { code: 'A1' }, idempotencyKey: 'once' });
  expect(server.seen[1]?.headers.authorization).toBe('Bearer secret');
  expect(server.seen[1]?.headers['x-xsrf-token']).toBe('a=b');
  expect(server.seen[1]?.headers['idempotency-key']).toBe('once');
});

test('a form is sent as multipart', async () => {
  const register = endpoint({
    ...echo,
    path: '/api/form',
    params: z.object({}),
    body: z.object({}),
    multipart: { maxBytes: 1024, tooLargeRefusal: 'photo_too_large', notAFileRefusal: 'photo_not_image' },
  });
  reply = () => ({ json: { note: 'x' } });
  const form = new FormData();
  form.set('chinese_name', '王小明');
  await call(register, { params: {}, form });
  expect(server.seen[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
  expect(server.seen[0]?.body).toContain('王小明');
});

test("a refusal carries the server's texts", async () => {
  reply = () => ({
    status: 429,
    json: { message: '嘗試次數過多', errors: { account: ['請於 30 秒後再試', '另一句'] } },
  });
  const refused = await refusalOf(call(login, { body: { account: 'A', password: 'b' } }));
  expect(refused.status).toBe(429);
  expect(refused.message).toBe('嘗試次數過多');
  expect(firstError(refused, 'account')).toBe('請於 30 秒後再試');
  expect(firstError(refused, 'password')).toBeUndefined();
  expect(refused.errors).toEqual({ account: ['請於 30 秒後再試', '另一句'] });
});

test('a refusal without a body of ours names the status code', async () => {
  reply = () => ({ status: 502, text: '<h1>Bad gateway</h1>' });
  const refused = await refusalOf(call(classDetail, { params: { code: 'A1' } }));
  expect(refused.message).toBe('Request failed with status code 502');
  expect(refused.errors).toEqual({});
});

test('an answer that breaks the contract is an error, not data', async () => {
  reply = () => ({ json: { note: 7 } });
  const asked = call(echo, { params: { code: 'A' }, body: { note: '' } });
  await expect(asked).rejects.toThrow();
});

test('an unreachable server is Offline; an aborted call is not', async () => {
  await server.stop();
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  await expect(call(classes, {})).rejects.toBeInstanceOf(Offline);

  const given = new AbortController();
  globalThis.fetch = async (_, options) => {
    given.abort();
    throw options?.signal?.reason;
  };
  await expect(call(classes, { signal: given.signal })).rejects.toMatchObject({ name: 'AbortError' });
});

test.each([
  ['the profile is not complete', 'profile_incomplete', false],
  ['something is not for them', 'forbidden', true],
] as const)('the refusal %s (%s) stores the state %s of the person', async (_, code, state) => {
  const message = refusals[code].text;
  logIn({ user: buildUser({ state: true }), access_token: 'secret' });
  reply = () => ({ status: 403, json: { code, message } });
  const refused = await refusalOf(call(records, {}));
  expect(refused.message).toBe(message);
  expect(currentUser()).toMatchObject({ state, token: 'secret' });
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(currentUser());
});

test('a 401 forgets the person and says that the session has ended', async () => {
  logIn({ user: buildUser(), access_token: 'ended' });
  reply = () => ({ status: 401, json: { message: '時效過期，請重新登入' } });
  const refused = await refusalOf(call(records, {}));
  expect(refused.status).toBe(401);
  expect(currentUser()).toBeNull();
  expect(localStorage.getItem('user')).toBeNull();
  expect(hasSessionEnded()).toBe(true);
  expect(server.seen.length).toBe(1);
});

test('a public call with an ended token ends the session and is retried as a guest', async () => {
  logIn({ user: buildUser(), access_token: 'ended' });
  reply = ({ headers }) =>
    headers.authorization ? { status: 401, json: { message: '時效過期，請重新登入' } } : { json: [] };
  expect(await call(classes, {})).toEqual([]);
  expect(currentUser()).toBeNull();
  expect(hasSessionEnded()).toBe(true);
});

test('a 401 after a log-out is ignored', async () => {
  logIn({ user: buildUser(), access_token: 'left' });
  reply = () => {
    logOut();
    return { status: 401, json: { message: '時效過期，請重新登入' } };
  };
  await refusalOf(call(records, {}));
  expect(hasSessionEnded()).toBe(false);
});

test('a 401 of a token that another tab has just renewed is retried with the new one', async () => {
  logIn({ user: buildUser(), access_token: 'old' });
  reply = ({ headers }) => {
    if (headers.authorization === 'Bearer new') return { json: [] };
    const stored = JSON.parse(localStorage.getItem('user') ?? '{}');
    localStorage.setItem('user', JSON.stringify({ ...stored, token: 'new' }));
    return { status: 401, json: { message: '時效過期，請重新登入' } };
  };
  expect(await call(classes, {})).toEqual([]);
  expect(currentUser()?.token).toBe('new');
  expect(hasSessionEnded()).toBe(false);
});

test.each([
  ['another identity number', { id_number: 'B123456780' }],
  ['a passport number', { id_number: null, passport_no: 'X1234567' }],
])(
  'a 401 of a person replaced in another tab by a person with %s is not retried and does not end the new session',
  async (_, other) => {
    logIn({ user: buildUser(), access_token: 'old' });
    reply = ({ headers }) => {
      if (headers.authorization !== 'Bearer old') return { json: { code: 'A1' } };
      localStorage.setItem(
        'user',
        JSON.stringify({ ...buildUser(other), token: 'other', issued_at: Date.now() }),
      );
      return { status: 401, json: { message: '時效過期，請重新登入' } };
    };
    const refused = await refusalOf(call(enrol, { body: { code: 'A1' } }));
    expect(refused.status).toBe(401);
    expect(server.seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer old']);
    expect(currentUser()?.token).toBe('other');
    expect(hasSessionEnded()).toBe(false);
  },
);

test.each([
  [new Offline('x'), 'offline'],
  [new CallRefused({ status: 403, text: '' }), 'forbidden'],
  [new CallRefused({ status: 404, text: '' }), 'missing'],
  [new CallRefused({ status: 500, text: '' }), 'failed'],
  [new Error('x'), 'failed'],
])('%s is shown as %s', (error, kind) => {
  expect(failureKind(error)).toBe(kind);
});
