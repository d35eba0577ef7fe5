import type { Endpoint } from '@portal/contract/endpoint';
import { refusals } from '@portal/contract/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fill, type TestPortal } from '../app.ts';
import { multipart } from '../multipart.ts';
import { send } from '../office-requests.ts';
import { expectForm, expectRefusal } from './answers.ts';
import { brokenJson, dealt, documents, monsters, numbered, otherTypes, tooLarge } from './attacks.ts';
import { named, type Office, openOffice, TABLES_OF_SIGN_IN } from './office-world.ts';
import { fieldsOf, isRequired } from './schema.ts';
import { expectNothingKept } from './storage.ts';

/* Requests to the office of another site, and bodies that no page of the office sends. */

let office: Office;
let portal: TestPortal;
beforeAll(async () => {
  office = await openOffice();
  portal = office.portal;
});
afterAll(() => portal.close());

const calls = named(({ method }) => method !== 'GET');
const jsonCalls = named(({ method, multipart: form }) => method !== 'GET' && !form);
const formCalls = named(({ multipart: form }) => form);

const nothingKept = (work: () => Promise<unknown>) => expectNothingKept(portal, work, TABLES_OF_SIGN_IN);

interface Attack {
  readonly what: string;
  readonly payload: string | Buffer;
  readonly type?: string | undefined;
  readonly statuses: readonly number[];
}

/** Sends each to the address of a valid request; nothing may be kept. */
const attack = async (endpoint: Endpoint, attacks: readonly Attack[]) => {
  const [{ params }, headers] = [await office.exampleOf(endpoint), await office.enter()];
  const url = fill(endpoint.path, params);
  await nothingKept(async () => {
    for (const { what, payload, type = 'application/json', statuses } of attacks) {
      const own = { ...headers, 'content-type': type };
      const answer = await portal.app.inject({ method: endpoint.method, url, headers: own, payload });
      expect([what, answer.statusCode]).toEqual([what, expect.toBeOneOf([...statuses])]);
      expectRefusal(answer);
    }
  });
};

const elsewhere: [page: string, headers: Record<string, string>][] = [
  ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
  ['another site that says it is ours', { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' }],
  ['a sibling', { 'sec-fetch-site': 'same-site', origin: 'http://localhost' }],
  ['no page', { 'sec-fetch-site': 'none' }],
  ['a page with an opaque origin', { origin: 'null' }],
  ['an unknown page', {}],
];

/** The same requests from a page of the office succeed: see office-events.test.ts. */
test.each(numbered(calls))('a valid request of another site is refused: %s', async (_, endpoint, n) => {
  const [valid, { cookie = '' }] = [await office.exampleOf(endpoint), await office.enter()];
  await nothingKept(async () => {
    for (const [page, headers] of dealt(elsewhere, n, 2)) {
      const { message } = expectRefusal(await send(portal, endpoint, valid, { ...headers, cookie }), [403]);
      expect([page, message]).toEqual([page, refusals.cross_site.text]);
    }
  });
});

const ofType = (type: string | undefined, payload: string | Buffer = '{}'): Attack => ({
  what: `content type ${type}`,
  ...{ payload, type, statuses: [415] },
});

/** Calls without required fields are left out: an empty object is valid there. */
const noObjects = ({ body }: Endpoint, n: number): Attack[] =>
  fieldsOf(body).some(isRequired)
    ? dealt(documents, n, 4).map((payload) => ({ what: `no object: ${payload}`, payload, statuses: [422] }))
    : [];

const monstrousFields = ({ body }: Endpoint, n: number): Attack[] =>
  fieldsOf(body).flatMap(({ name }, at) => {
    const [, monster] = monsters[(n + at) % monsters.length] ?? [];
    const attack = { what: `a monster as ${name}`, payload: `{"${name}":${monster}}`, statuses: [422] };
    return at < 2 ? [attack] : [];
  });

test.each(numbered(jsonCalls))('hostile bodies are refused: %s', async (_, endpoint, n) => {
  const form = await multipart({ fields: { reason: '急救' } });
  await attack(endpoint, [
    ...dealt(otherTypes, n, 4).map((type) => ofType(type)),
    ofType(form.headers['content-type'], form.body),
    ...dealt(brokenJson, n, 5).map(([name, payload]) => ({ what: name, payload, statuses: [400] })),
    ...noObjects(endpoint, n),
    ...dealt(tooLarge, n, 1).map(([what, payload]) => ({ what, payload, statuses: [413] })),
    ...monstrousFields(endpoint, n),
  ]);
});

const fileNames = [
  '../../etc/passwd',
  'C:\\windows\\win.ini',
  '<img src=x onerror=alert(1)>.pdf',
  '"; filename="evil.exe',
  '=cmd|calc!A1.csv',
  'photo.jpg\u202egpj.exe',
  '檔'.repeat(300),
  '.',
  '',
];

const boundary = 'hostile-boundary';
const part = (name: string, content: string, more = '') =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${content}\r\n`;

describe('forms', () => {
  test.each(numbered(formCalls))(
    'with a file that is none, under a hostile name: %s',
    async (_, endpoint, n) => {
      const valid = await office.exampleOf(endpoint);
      const headers = await office.enter();
      for (const name of dealt(fileNames, n, 3)) {
        const form = await multipart({
          fields: valid.fields ?? {},
          file: { bytes: Buffer.from('\0rubbish'), name },
        });
        const answer = await portal.app.inject({
          method: endpoint.method,
          url: fill(endpoint.path, valid.params),
          headers: { ...headers, ...form.headers },
          payload: form.body,
        });
        expectForm(answer);
      }
    },
  );

  test.each(numbered(formCalls))('that are broken: %s', (_, endpoint, n) => {
    const type = `multipart/form-data; boundary=${boundary}`;
    const file = part('file', 'rubbish', '; filename="a.pdf"');
    const end = `--${boundary}--\r\n`;
    const broken: [what: string, payload: string, type?: string][] = [
      ['no form', 'rubbish'],
      ['no end', file],
      ['an end within the file', file.slice(0, -9)],
      ['no boundary', `${file}${end}`, 'multipart/form-data'],
      ['another boundary', `${file}${end}`, 'multipart/form-data; boundary=other'],
      ['a poisoned prototype', `${part('__proto__', '1')}${file}${end}`],
      ['a poisoned constructor', `${part('constructor', '1')}${file}${end}`],
      ['two files', `${file}${file}${end}`],
      ['a field of a megabyte', `${part('x', 'x'.repeat(1024 * 1024))}${file}${end}`],
      ['70 fields', `${Array.from({ length: 70 }, (__, n) => part(`x${n}`, '1')).join('')}${file}${end}`],
      ['a long name', `${part('x'.repeat(10_000), '1')}${file}${end}`],
      ['no file', end],
    ];
    const statuses = [400, 413, 415, 422];
    return attack(endpoint, [
      ...dealt(otherTypes, n, 4).map((other) => ofType(other)),
      ofType('application/json'),
      ...broken.map(([what, payload, own = type]) => ({ what, payload, type: own, statuses })),
    ]);
  });
});
