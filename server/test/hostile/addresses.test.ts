import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { pages } from '@portal/contract/pages';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { portalHeaders } from '../../src/site/policies.ts';
import { type Answer, expectRefusal } from './answers.ts';
import { rawAddress, rawQuery, runs } from './attacks.ts';
import { endpoints, people } from './calls.ts';
import { expectNothingKept } from './storage.ts';
import { bearer, openWorld, urlOf, type World } from './world.ts';

let world: World;
let port: number;
beforeAll(async () => {
  world = await openWorld();
  await world.app.listen({ port: 0, host: '127.0.0.1' });
  port = (world.app.server.address() as AddressInfo).port;
});
afterAll(async () => {
  agent.destroy();
  await world.close();
});

const agent = new http.Agent({ keepAlive: true });

/** Sends the request over the network, where no client normalises `url`. */
const get = async (url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> => {
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    http
      .request({ host: '127.0.0.1', port, path: url, method, headers, agent }, resolve)
      .on('error', reject)
      .end();
  });
  return { statusCode: response.statusCode ?? 0, headers: response.headers, body: await text(response) };
};

/** Expects an answer, the not-found page, or a refusal in the agreed form. */
const expectAnyForm = (answer: Answer) => {
  expect(answer.headers).toMatchObject(portalHeaders);
  const type = answer.headers['content-type'];
  if (answer.statusCode === 200) return;
  if (answer.statusCode === 404 && type === 'text/html; charset=utf-8') return;
  expectRefusal(answer, [400, 401, 403, 404, 422]);
};

const places = [
  ...new Set([...endpoints.map(({ path }) => path), ...Object.values(pages).map(({ path }) => path)]),
  '/download',
  '/pictures/:key',
  '/healthz',
  '/readyz',
  '/api/docs',
  '/api/docs/openapi.json',
  '/robots.txt',
  '/sitemap.xml',
];

describe('unknown methods', () => {
  const methods = [
    'GET',
    'HEAD',
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
    'OPTIONS',
    'TRACE',
    'PROPFIND',
    'QUERY',
    'LOCK',
  ];
  const agreed = (url: string, method: string) => {
    const described = endpoints.filter(({ path }) => path === url);
    const read = method === 'GET' || method === 'HEAD';
    if (described.length === 0) return read;
    return described.some((endpoint) => endpoint.method === (read ? 'GET' : method));
  };

  test.each(places)('%s', (url) =>
    expectNothingKept(world.portal, async () => {
      for (const method of methods.filter((each) => !agreed(url, each))) {
        for (const person of ['guest', 'trainee'] as const) {
          const answer = await get(url.replace(/:\w+/g, 'x'), bearer(await world.tokenOf(person)), method);
          // QUERY must have a body; a parameter of another call may stand where this one has a word.
          const statuses = [400, 401, 403, 404];
          if (method !== 'HEAD') expectRefusal(answer, statuses);
          else expect([statuses.includes(answer.statusCode), answer.body]).toEqual([true, '']);
        }
      }
    }),
  );
});

describe('addresses', () => {
  const odd = [
    '//',
    '///api//classes',
    '/api//classes',
    '//api/classes',
    '/api/classes/',
    '/API/CLASSES',
    '/api/class/',
    '/api/class/a/b',
    '/api/class//',
    '/api/class/..',
    '/api/class/../../../../etc/passwd',
    '/api/class/..%2f..%2f..%2fetc%2fpasswd',
    '/api/class/%2e%2e/%2e%2e',
    '/api/class/%00',
    '/api/class/a%00.pdf',
    '/api/class/%zz',
    '/api/class/%ff',
    '/api/class/%c0%af',
    '/api/class/%',
    '/api/%63lasses',
    '/%61pi/classes',
    '/api%2fclasses',
    '/api\\classes',
    '/api/classes;jsessionid=1',
    '/api/classes#x',
    '/api/constructor',
    '/api/__proto__',
    '/api/personal',
    '/api/photos/..%2f..%2fportal.db',
    '/api/photos/__proto__',
    `/api/class/${'a'.repeat(201)}`,
    `/api/class/${'%E6%80%A5'.repeat(300)}`,
    `/${'a/'.repeat(4000)}`,
    `/api/classes?${'a=1&'.repeat(3000)}`,
    `/api/classes?organization=${'x'.repeat(12_000)}`,
    '/assets/../../package.json',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/..%2f..%2f..%2fetc%2fpasswd',
    '/../../../etc/passwd',
    '/.git/config',
    '/.env',
    '/index.html.br',
    '/pictures/../index.html',
    '/pictures/..%2f..%2fpasswd',
    `/pictures/${'a'.repeat(65)}`,
    '/pictures/picture-in-the-way-of-attacks?w=-1',
    '/pictures/picture-in-the-way-of-attacks?w=400&w=800',
    '/pictures/picture-in-the-way-of-attacks?w=9999999',
    '/download',
    '/download?src=',
    '/download?src=a&src=b',
    '/download?src=..%2f..%2fetc%2fpasswd',
    '/download?src=/etc/passwd',
    '/download?src=%00',
    '/download?src=%ff',
    '/download?src[]=a',
    '/ClassInfo/%00',
    '/ClassInfo/%zz',
    '/ClassInfo/<script>',
    '/Intro/%E6%80',
    `/Intro/${'%E6%80%A5'.repeat(60)}`,
    '/healthz?x=%zz',
    '/readyz/..',
    '/api/docs/../classes',
    'http://evil.example/api/classes',
    'http://evil.example:99999/',
    '*',
    'api/classes',
    '?',
  ];

  test.each(odd.map((url) => [url.slice(0, 80), url]))('%s', async (_, url) => {
    for (const accept of ['text/html', 'application/json']) {
      for (const person of people) {
        expectAnyForm(await get(url, { accept, ...bearer(await world.tokenOf(person)) }));
      }
    }
  });

  test.each(['/etc/passwd', 'root:', '"name": "trainee-portal"', '[core]'])(
    'none of them shows a file of the machine: %s',
    async (secret) => {
      const bodies = await Promise.all(odd.map(async (url) => (await get(url)).body));
      expect(bodies.filter((body) => body.includes(secret) && !body.startsWith('{"message"'))).toEqual([]);
    },
  );

  test('text in the path of a page does not appear in the answer', async () => {
    const answers = await Promise.all(odd.map((url) => get(url, { accept: 'text/html' })));
    for (const { body } of answers) expect(body).not.toContain('<script>');
  });

  test.each(places)('invalid text at the end: %s', (url) =>
    expectNothingKept(
      world.portal,
      () =>
        fc.assert(
          fc.asyncProperty(
            rawAddress,
            rawQuery(['src', 'w', 'num', 'page', 'type', 'city']),
            fc.constantFrom('text/html', '*/*', 'application/json', 'nonsense'),
            async (address, query, accept) => {
              const place = url.replace(/:\w+/g, address);
              expectAnyForm(await get(`${place === url ? `${url}${address}` : place}?${query}`, { accept }));
            },
          ),
          runs(12),
        ),
      // Numbers that no certificate has are counted.
      ['verification_misses'],
    ),
  );
});

describe('headers', () => {
  const rubbish: [string, Record<string, string>][] = [
    ['Accept', { accept: 'x'.repeat(5000) }],
    ['Accept-Encoding', { 'accept-encoding': 'br;q=x, gzip;q=-1, *;q=9, \u00ff' }],
    ['Accept-Encoding without end', { 'accept-encoding': 'gzip,'.repeat(2000) }],
    ['If-None-Match', { 'if-none-match': `W/"${'x'.repeat(5000)}"` }],
    ['If-Modified-Since', { 'if-modified-since': 'never' }],
    ['Range', { range: 'bytes=0-,1-,2-,3-,9999999999-' }],
    ['Host', { host: 'evil.example' }],
    ['Host that is none', { host: '\\[::' }],
    [
      'X-Forwarded',
      { 'x-forwarded-for': "' OR 1=1", 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example' },
    ],
    ['method overrides', { 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE' }],
    ['Cookie', { cookie: `user=${'x'.repeat(5000)}; __proto__=1` }],
    ['Origin', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['Upgrade', { connection: 'upgrade', upgrade: 'websocket' }],
    ['Expect', { expect: 'something' }],
    ['User-Agent', { 'user-agent': '\u00ff<script>alert(1)</script>' }],
    ['names of the prototype', { __proto__x: '1', constructor: 'x', toString: 'x', hasOwnProperty: 'x' }],
    ['500 of them', Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`x-${n}`, '1']))],
  ];

  test.each(rubbish)('%s', async (_, headers) => {
    for (const endpoint of endpoints.filter(({ method }) => method === 'GET')) {
      const answer = await get(urlOf(endpoint, world.exampleOf(endpoint)), headers);
      expect(answer.body).not.toContain('evil.example');
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
      if (endpoint.access === 'public') expect(answer.statusCode).toBe(200);
      else expectRefusal(answer, [401]);
    }
    const page = await get('/ClassInfo', { accept: 'text/html', ...headers });
    expect([200, 404]).toContain(page.statusCode);
    expect(page.body).not.toContain('evil.example');
  });
});
