import type { Endpoint } from '@portal/contract/endpoint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectForm, expectRefusal } from './answers.ts';
import { brokenJson, dealt, documents, monsters, numbered, otherTypes, tooLarge } from './attacks.ts';
import { callers, changedBy, type Person } from './calls.ts';
import { fieldsOf, isRequired, wrongBody } from './schema.ts';
import { expectNothingKept } from './storage.ts';
import { bearer, bodyOf, openWorld, urlOf, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const JSON_TYPE = 'application/json';

const post = async (
  endpoint: Endpoint,
  person: Person,
  payload: string | Buffer | undefined,
  type: string | undefined = JSON_TYPE,
) =>
  world.app.inject({
    method: endpoint.method,
    url: urlOf(endpoint, world.exampleOf(endpoint)),
    headers: { ...bearer(await world.tokenOf(person, endpoint)), ...(type ? { 'content-type': type } : {}) },
    ...(payload === undefined ? {} : { payload }),
  });

const nothingKept = (endpoint: Endpoint, work: () => Promise<unknown>) =>
  expectNothingKept(world.portal, work, changedBy(endpoint));

const calls = callers(({ method }) => method !== 'GET');
const jsonCalls = callers(({ method, multipart }) => method !== 'GET' && !multipart);
const fieldCalls = callers(({ body, multipart }) => body && !multipart);
/** Calls with a required field. For all others an empty object is valid. */
const needyCalls = fieldCalls.filter(([, , { body }]) => fieldsOf(body).some(isRequired));

describe('content types', () => {
  test.each(numbered(calls))(
    'another content type than the call takes is refused: %s as %s',
    (_, person, endpoint, n) =>
      nothingKept(endpoint, async () => {
        const { payload = '{}' } = await bodyOf(endpoint, world.exampleOf(endpoint));
        for (const type of dealt(otherTypes, n, 4)) {
          const answer = await post(endpoint, person, payload, type);
          expectRefusal(answer, [415]);
        }
      }),
  );

  test.each(calls)('a body without a content type is refused: %s as %s', (_, person, endpoint) =>
    nothingKept(endpoint, async () => {
      const { payload = '{}' } = await bodyOf(endpoint, world.exampleOf(endpoint));
      const answer = await post(endpoint, person, Buffer.from(payload), '');
      expectRefusal(answer, [415]);
    }),
  );

  test.each(jsonCalls)('a form instead of JSON is refused: %s as %s', (_, person, endpoint) =>
    nothingKept(endpoint, async () => {
      const form = '--x\r\nContent-Disposition: form-data; name="code"\r\n\r\nA\r\n--x--\r\n';
      const answer = await post(endpoint, person, form, 'multipart/form-data; boundary=x');
      expectRefusal(answer, [415]);
    }),
  );

  test.each(callers(({ multipart }) => multipart))(
    'JSON instead of a form is refused: %s as %s',
    (_, person, endpoint) =>
      nothingKept(endpoint, async () => {
        const { body } = world.exampleOf(endpoint);
        expectRefusal(await post(endpoint, person, JSON.stringify(body)), [415]);
        expectRefusal(await post(endpoint, person, undefined, ''), [415]);
      }),
  );

  test.each(numbered(jsonCalls))('odd spellings of JSON break nothing: %s as %s', (_, person, endpoint, n) =>
    nothingKept(endpoint, async () => {
      const spellings = [
        'APPLICATION/JSON',
        ' application/json ',
        'application/json;',
        'application/json; charset=big5',
        'application/json; charset="',
        'application/json; charset=utf-16; a=b',
      ];
      for (const type of dealt(spellings, n, 2)) {
        expectForm(await post(endpoint, person, JSON.stringify(wrongBody(endpoint)), type));
      }
    }),
  );
});

describe('bodies that are no JSON', () => {
  test.each(numbered(jsonCalls))('%s as %s', (_, person, endpoint, n) =>
    nothingKept(endpoint, async () => {
      for (const [what, payload] of dealt(brokenJson, n, 5)) {
        const answer = await post(endpoint, person, payload);
        expect([what, expectRefusal(answer, [400])]).toEqual([
          what,
          { code: 'broken_request', message: expect.any(String) },
        ]);
      }
    }),
  );
});

describe('JSON that is no object, or nothing', () => {
  test.each(numbered(needyCalls))('%s as %s', (_, person, endpoint, n) =>
    nothingKept(endpoint, async () => {
      const needed = fieldsOf(endpoint.body).filter(isRequired);
      for (const document of dealt(documents, n, 4)) {
        const { errors } = expectRefusal(await post(endpoint, person, document), [422]);
        expect(Object.keys(errors ?? {})).toEqual(expect.arrayContaining(needed.map(({ name }) => name)));
      }
    }),
  );
});

describe('bodies that are too large', () => {
  test.each(numbered(jsonCalls))(
    'a JSON body over the limit is refused: %s as %s',
    (_, person, endpoint, n) =>
      nothingKept(endpoint, async () => {
        for (const [, payload] of dealt(tooLarge, n, 1)) {
          expectRefusal(await post(endpoint, person, payload), [413]);
        }
      }),
  );

  test.each(numbered(fieldCalls))(
    'a huge value in one field is refused: %s as %s',
    (_, person, endpoint, n) =>
      nothingKept(endpoint, async () => {
        for (const [at, { name, takes }] of fieldsOf(endpoint.body).entries()) {
          for (const [kind, value] of dealt(monsters, n + at, 2)) {
            const answer = await post(endpoint, person, `{"${name}":${value}}`);
            const { errors = {} } = expectRefusal(answer, [422]);
            if (!takes.has(kind)) expect(Object.keys(errors)).toContain(name);
          }
        }
      }),
  );

  test.each(numbered(needyCalls))(
    'a huge value in an unknown field breaks nothing: %s as %s',
    (_, person, endpoint, n) =>
      nothingKept(endpoint, async () => {
        for (const [, value] of dealt(monsters, n, 2)) {
          expectForm(await post(endpoint, person, `{"ignored":${value}}`));
        }
      }),
  );
});

describe('JSON that is too deep for a fingerprint', () => {
  const keyed = callers(
    ({ method, multipart, idempotencyField }) => method !== 'GET' && !multipart && idempotencyField,
  );
  const nested = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;

  test.each(keyed)('is refused with a key: %s as %s', (_, person, endpoint) =>
    nothingKept(endpoint, async () => {
      const { body = {} } = world.exampleOf(endpoint);
      const answer = await world.app.inject({
        method: endpoint.method,
        url: urlOf(endpoint, world.exampleOf(endpoint)),
        headers: {
          ...bearer(await world.tokenOf(person, endpoint)),
          'content-type': JSON_TYPE,
          'idempotency-key': 'deep',
        },
        payload: JSON.stringify({ ...body, ignored: 0 }).replace('"ignored":0', `"ignored":${nested}`),
      });
      expectRefusal(answer, person === 'trainee' ? [400] : [400, 401, 403]);
    }),
  );
});
