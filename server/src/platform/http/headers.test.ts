import { once } from 'node:events';
import { type AddressInfo, connect, createServer, Socket } from 'node:net';
import { login } from '@portal/contract/accounts';
import { classes } from '@portal/contract/catalogue';
import { refusals } from '@portal/contract/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../../test/app.ts';
import { portalHeaders } from '../../site/policies.ts';
import { answerBrokenRequest } from './headers.ts';

let portal: TestPortal;
let proxied: TestPortal;
beforeAll(async () => {
  [portal, proxied] = await Promise.all([openTestPortal(), openTestPortal({ TRUST_PROXY: '127.0.0.1' })]);
});
afterAll(() => Promise.all([portal.close(), proxied.close()]));

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; manifest-src 'self'; require-trusted-types-for 'script'; trusted-types portal-html dompurify 'allow-duplicates'";

test('the policy is the one that the browser tests use', () => {
  expect(portalHeaders).toMatchObject({
    'content-security-policy': POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  });
});

describe('every answer has the security headers', () => {
  test.each([
    ['a call', 200, { url: classes.path }],
    ['a page', 404, { url: '/no/such/page' }],
    ['an unknown call', 404, { url: '/api/nothing' }],
    ['an unknown method', 404, { url: '/api/classes', method: 'DELETE' }],
    ['bad input', 422, { url: '/api/classes?num=0' }],
    [
      'a broken body',
      400,
      { url: login.path, method: 'POST', headers: { 'content-type': 'application/json' }, payload: '{' },
    ],
    [
      'another content type',
      415,
      { url: login.path, method: 'POST', headers: { 'content-type': 'text/csv' }, payload: 'a' },
    ],
    ['an ended session', 401, { url: '/api/classes', headers: { authorization: 'Bearer nix' } }],
    ['an unreadable address', 400, { url: '/api/class/%zz' }],
    ['an address that is too long', 404, { url: `/api/class/${'a'.repeat(300)}` }],
    ['health', 200, { url: '/healthz' }],
  ] as const)('%s', async (_, status, request) => {
    const answer = await portal.app.inject(request);
    expect(answer.statusCode).toBe(status);
    expect(answer.headers).toMatchObject(portalHeaders);
    expect(answer.headers).not.toHaveProperty('strict-transport-security');
    if (status >= 400 && !String(answer.headers['content-type']).startsWith('text/html')) {
      expect(answer.json().message).toMatch(/\p{sc=Han}/u);
    }
  });
});

describe('the header strict-transport-security', () => {
  const hsts = async (address: string, headers: Record<string, string>) =>
    (await proxied.app.inject({ url: '/healthz', remoteAddress: address, headers })).headers[
      'strict-transport-security'
    ];

  test('is sent if a trusted proxy names https', async () => {
    expect(await hsts('127.0.0.1', { 'x-forwarded-proto': 'https' })).toMatch(/^max-age=31536000/);
  });
  test('is not sent if the proxy names http', async () => {
    expect(await hsts('127.0.0.1', { 'x-forwarded-proto': 'http' })).toBeUndefined();
  });
  test('is not sent if another sender than the proxy names https', async () => {
    expect(await hsts('192.0.2.1', { 'x-forwarded-proto': 'https' })).toBeUndefined();
  });
});

const readAll = async (socket: Socket): Promise<string> => {
  let answer = '';
  socket.on('data', (bytes) => {
    answer += bytes.toString();
  });
  await once(socket, 'close');
  return answer;
};

describe('requests that are no HTTP', () => {
  let port: number;
  beforeAll(async () => {
    await portal.app.listen({ port: 0, host: '127.0.0.1' });
    port = (portal.app.server.address() as AddressInfo).port;
  });

  const send = (text: string): Promise<string> => {
    const socket = connect(port, '127.0.0.1');
    socket.end(text);
    return readAll(socket);
  };

  const NAMES = 'From: a\r\nX-Name: Host\r\n';

  test.each([
    ['one host', '1.1', `hOST: a\r\n${NAMES}`, 200],
    ['two hosts', '1.1', `Host: a\r\n${NAMES}hOST: a\r\n`, 400],
    ['no host', '1.1', NAMES, 400],
    ['no host, before HTTP/1.1,', '1.0', NAMES, 200],
  ])('%s in HTTP/%s is answered', async (_, version, headers, status) => {
    const answer = await send(`GET /healthz HTTP/${version}\r\n${headers}Connection: close\r\n\r\n`);
    expect(answer).toMatch(`HTTP/1.1 ${status} `);
  });

  test.each([
    ['noise', 'hello\r\n\r\n', 'HTTP/1.1 400 Bad Request', '送出的內容格式不正確，請重新整理後再試'],
    [
      'endless headers',
      `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(100_000)}\r\n\r\n`,
      'HTTP/1.1 431 Request Header Fields Too Large',
      '送出的內容格式不正確，請重新整理後再試',
    ],
  ])('%s is answered in our form', async (_, text, status, message) => {
    const [head = '', body = ''] = (await send(text)).split('\r\n\r\n');
    const [first, ...lines] = head.split('\r\n');
    const headers = Object.fromEntries(lines.map((line) => line.split(/: (.*)/s)));
    expect(first).toBe(status);
    expect(headers).toMatchObject({ ...portalHeaders, 'content-type': 'application/json; charset=utf-8' });
    expect(JSON.parse(body)).toMatchObject({ message });
  });
});

describe('a connection', () => {
  const isClosed = (code: string, socket: Socket) => {
    socket.on('error', () => {});
    answerBrokenRequest(POLICY)(Object.assign(new Error(code), { code }), socket);
    return socket.destroyed;
  };

  test('that the client has reset is closed at once', () => {
    expect(isClosed('ECONNRESET', new Socket())).toBe(true);
  });

  test('that the server has ended is closed at once', () => {
    expect(isClosed('HPE_INVALID_METHOD', new Socket().end())).toBe(true);
  });

  test('whose request takes too long is told so', async () => {
    const tooSlow = Object.assign(new Error('too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    const server = createServer((socket) => answerBrokenRequest(POLICY)(tooSlow, socket));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const answer = await readAll(connect((server.address() as AddressInfo).port, '127.0.0.1'));
    server.close();
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(JSON.parse(body)).toEqual({ code: 'too_slow', message: refusals.too_slow.text });
  });

  test('is not closed while the answer can be sent', () => {
    const socket = new Socket();
    expect(isClosed('HPE_INVALID_METHOD', socket)).toBe(false);
    socket.destroy();
  });
});
