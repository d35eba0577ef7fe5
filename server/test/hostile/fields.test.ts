import type { Endpoint } from '@portal/contract/endpoint';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nameOf } from '../described-calls.ts';
import { expectForm, expectRefusal } from './answers.ts';
import { noNumbers, rawQuery, runs, spoilt, strange, wrongFields } from './attacks.ts';
import { callers, changedBy, endpoints, type Input, isSlow, type Person, unknownCalls } from './calls.ts';
import { type Field, fieldsOf, takesText, wrongBody } from './schema.ts';
import { expectNothingKept, tablesWith } from './storage.ts';
import { attempt, openWorld, urlOf, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test('the contract describes every served call, and calls.ts has an example of each call with input', () => {
  expect(unknownCalls).toEqual([]);
});

describe('control: the examples behind the attacks are valid, and unknown fields are ignored', () => {
  const SMUGGLED = 987_654_321;
  const names = [
    'id',
    'account_id',
    'registration_id',
    'state',
    'enable',
    'paid',
    'photo_key',
    'constructor_',
  ];
  const extras = Object.fromEntries(names.map((name) => [name, SMUGGLED]));
  let own: World;
  beforeAll(async () => {
    own = await openWorld();
  });
  afterAll(() => own.close());

  test.each(endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', async (_, endpoint) => {
    const { query, body, ...example } = own.exampleOf(endpoint);
    const answer = await attempt(own, endpoint, await own.logIn(endpoint), {
      ...example,
      query: { ...query, ...Object.fromEntries(names.map((name) => [name, String(SMUGGLED)])) },
      ...(body ? { body: { ...body, ...extras } } : {}),
    });
    expect([answer.statusCode, answer.body]).toEqual([200, answer.body]);
    expect(await tablesWith(own.portal, String(SMUGGLED))).toEqual([]);
  });
});

interface Refusal {
  readonly statuses: readonly number[];
  /** The fields that the refusal must name. */
  readonly fields: readonly string[];
}

interface Attack<T> {
  readonly numRuns: number;
  readonly values: fc.Arbitrary<T>;
  input(value: T, example: Input): Input;
  /** Returns null if the input may be valid. */
  refused(value: T): Refusal | null;
}

/** Makes a call with each value. None may change a table or a file. */
const attack = <T>(endpoint: Endpoint, person: Person, { numRuns, values, input, refused }: Attack<T>) => {
  const property = fc.asyncProperty(values, async (value) => {
    const token = await world.tokenOf(person, endpoint);
    const answer = await attempt(world, endpoint, token, input(value, world.exampleOf(endpoint)));
    const refusal = refused(value);
    if (!refusal) return expectForm(answer);
    const { errors = {} } = expectRefusal(answer, refusal.statuses);
    expect(Object.keys(errors)).toEqual(expect.arrayContaining([...refusal.fields]));
  });
  const parameters = runs(isSlow(endpoint) ? 5 : numRuns);
  return expectNothingKept(world.portal, () => fc.assert(property, parameters), changedBy(endpoint));
};

/** Fields that take any text, so that a strange one is valid. */
const free = new Set(['front_note', 'paid_name', 'passport_no']);
/** Accounts with an own password need no code; the field is ignored. */
const isFree = ({ path }: Endpoint, name: string) =>
  free.has(name) || (path === '/api/update/password' && name === 'code');

/** Changes the valid text of one of the fields. */
const oneText = (
  fields: readonly Field[],
  example: Readonly<Record<string, unknown>> | undefined,
  make: (valid: string) => fc.Arbitrary<string>,
): fc.Arbitrary<[name: string, text: string]> =>
  fc.oneof(
    ...fields
      .filter(takesText)
      .map(({ name }) => fc.tuple(fc.constant(name), make(String(example?.[name] ?? '')))),
  );

describe('JSON bodies', () => {
  const calls = callers(({ body, multipart }) => body && !multipart);

  test.each(calls)('fields of wrong types, or missing: %s as %s', (_, person, endpoint) =>
    attack(endpoint, person, {
      numRuns: 20,
      values: wrongFields(fieldsOf(endpoint.body)),
      input: (wrong, { body, ...example }) => ({ ...example, body: { ...body, ...wrong } }),
      refused: (wrong) => ({ statuses: [422], fields: Object.keys(wrong) }),
    }),
  );

  const texts = calls.filter(([, , { body }]) => fieldsOf(body).some(takesText));

  test.each(texts)('texts with forbidden characters: %s as %s', (_, person, endpoint) =>
    attack(endpoint, person, {
      numRuns: 10,
      values: oneText(fieldsOf(endpoint.body), world.exampleOf(endpoint).body, spoilt),
      input: ([name, text], { body, ...example }) => ({ ...example, body: { ...body, [name]: text } }),
      // A password may have any: it is merely wrong.
      refused: ([name]) => ({ statuses: [422], fields: name.includes('password') ? [] : [name] }),
    }),
  );

  const strangers = texts.filter(([, , endpoint]) =>
    fieldsOf(endpoint.body).some(({ name }) => !isFree(endpoint, name)),
  );

  test.each(strangers)('strange texts: %s as %s', (_, person, endpoint) =>
    attack(endpoint, person, {
      numRuns: 10,
      values: oneText(
        fieldsOf(endpoint.body).filter(({ name }) => !isFree(endpoint, name)),
        {},
        () => strange,
      ),
      input: ([name, text], { body, ...example }) => ({ ...example, body: { ...body, [name]: text } }),
      // Group and member are looked up like path parameters.
      refused: () => ({
        statuses: nameOf(endpoint).endsWith('/groups/member') ? [403, 404, 422] : [422],
        fields: [],
      }),
    }),
  );
});

describe('queries', () => {
  const calls = callers(({ query }) => query);

  test.each(calls)('texts with forbidden characters: %s as %s', (_, person, endpoint) =>
    attack(endpoint, person, {
      numRuns: 10,
      // URLSearchParams makes half a pair whole: U+FFFD, which is merely strange.
      values: oneText(fieldsOf(endpoint.query), world.exampleOf(endpoint).query, spoilt).filter(([, text]) =>
        text.isWellFormed(),
      ),
      input: ([name, text], { query, ...example }) => ({ ...example, query: { ...query, [name]: text } }),
      refused: ([name]) => ({ statuses: [422], fields: [name] }),
    }),
  );

  test.each(calls)('strange texts: %s as %s', (_, person, endpoint) =>
    attack(endpoint, person, {
      numRuns: 10,
      values: oneText(fieldsOf(endpoint.query), {}, () => strange),
      input: ([name, text], { query, ...example }) => ({ ...example, query: { ...query, [name]: text } }),
      refused: () => null,
    }),
  );

  test.each(calls)('a repeated field: %s as %s', (_, person, endpoint) =>
    attack(endpoint, person, {
      numRuns: 4,
      values: fc.constantFrom(...fieldsOf(endpoint.query).map(({ name }) => name)),
      input: (name, { query, ...example }) => ({
        ...example,
        query: { ...query, [name]: query?.[name] ?? '1' },
        rawQuery: `${name}=1`,
      }),
      refused: (name) => ({ statuses: [422], fields: [name] }),
    }),
  );

  test.each(callers(({ query }) => fieldsOf(query).some(({ name }) => name === 'num')))(
    'pages that are no whole numbers: %s as %s',
    (_, person, endpoint) =>
      attack(endpoint, person, {
        numRuns: 20,
        values: fc.tuple(fc.constantFrom('num', 'page'), fc.constantFrom(...noNumbers)),
        input: ([name, text], { query, ...example }) => ({ ...example, query: { ...query, [name]: text } }),
        refused: ([name]) => ({ statuses: [422], fields: [name] }),
      }),
  );

  // This includes calls that take no query.
  test.each(callers(({ body }) => !body))('rubbish: %s as %s', (_, person, endpoint) =>
    attack(endpoint, person, {
      numRuns: 6,
      values: rawQuery([
        '__proto__',
        'constructor',
        'id',
        ...fieldsOf(endpoint.query).map(({ name }) => name),
      ]),
      input: (search, example) => ({ ...example, rawQuery: search }),
      refused: () => null,
    }),
  );
});

describe('parameters in the path', () => {
  test.each(callers(({ params }) => params))('strange texts: %s as %s', (_, person, endpoint) =>
    attack(endpoint, person, {
      numRuns: 20,
      values: fc
        .oneof(strange, spoilt('TPE-CPR-0001'))
        // A place that browsers and servers take for another: see addresses.test.ts.
        .filter((text) => text.isWellFormed() && text.length > 0 && !/^\.{1,2}$/.test(text)),
      input: (text, example) => ({
        ...example,
        params: Object.fromEntries(fieldsOf(endpoint.params).map(({ name }) => [name, text])),
      }),
      refused: () => ({ statuses: [403, 404, 422], fields: [] }),
    }),
  );
});

describe('headers', () => {
  const shapes = fc.oneof(
    fc.constantFrom(
      '',
      'Bearer',
      'Bearer ',
      'Bearer  x',
      'bearer x',
      'BEARER x',
      'Basic YTpi',
      'Token x',
      'null',
      ',',
    ),
    strange.map((text) => `Bearer ${encodeURIComponent(text.toWellFormed())}`),
    fc.base64String().map((text) => `Bearer ${text}`),
    fc.nat(10_000).map((length) => `Bearer ${'A'.repeat(length)}`),
    fc.string({ unit: 'binary-ascii' }).map((text) => text.replace(/[^\x20-\x7e]/g, '')),
  );

  test.each(endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    'Authorization of every shape lets nobody in: %s',
    (_, endpoint) =>
      expectNothingKept(
        world.portal,
        () =>
          fc.assert(
            fc.asyncProperty(shapes, async (authorization) => {
              // There is no body, so that no public call does anything either.
              const url = urlOf(endpoint, world.exampleOf(endpoint));
              const answer = await world.app.inject({
                method: endpoint.method,
                url,
                headers: { authorization },
              });
              if (endpoint.access === 'public') expectForm(answer);
              else expectRefusal(answer, [401]);
            }),
            runs(8),
          ),
        changedBy(endpoint),
      ),
  );

  test.each(callers(({ idempotencyField, body }) => idempotencyField && body))(
    'Idempotency-Key in any form stores nothing of a refused call: %s as %s',
    (_, person, endpoint) =>
      expectNothingKept(world.portal, () =>
        fc.assert(
          fc.asyncProperty(strange, async (text) => {
            const input = { ...world.exampleOf(endpoint), body: wrongBody(endpoint) };
            const answer = await attempt(world, endpoint, await world.tokenOf(person), input, {
              'idempotency-key': encodeURI(text.toWellFormed()),
            });
            expectRefusal(answer, [422]);
          }),
          runs(10),
        ),
      ),
  );
});
