import type { Endpoint } from '@portal/contract/endpoint';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestPortal } from '../app.ts';
import { type Sent, send } from '../office-requests.ts';
import { expectForm, expectRefusal } from './answers.ts';
import { rawQuery, runs, spoilt, strange, wrongFields } from './attacks.ts';
import { type Leaf, leavesOf, recordOf, replaceAt } from './leaves.ts';
import { named, type Office, openOffice, TABLES_OF_SIGN_IN } from './office-world.ts';
import { type Field, fieldsOf, takesText } from './schema.ts';
import { expectNothingKept } from './storage.ts';

/* Attacks on the calls of the office by somebody with every role. */

let office: Office;
let portal: TestPortal;
beforeAll(async () => {
  office = await openOffice();
  portal = office.portal;
});
afterAll(() => portal.close());

const takesJson = ({ body, multipart }: Endpoint) => fieldsOf(body).length > 0 && !multipart;

interface Attack<T> {
  readonly numRuns: number;
  readonly values: fc.Arbitrary<T>;
  input(value: T, valid: Sent): Sent;
  judge(answer: Awaited<ReturnType<typeof send>>, value: T): void;
}

/** Sends, when it is called, a valid request that is altered by each value. */
const prepareAttack = async <T>(endpoint: Endpoint, { numRuns, values, input, judge }: Attack<T>) => {
  const [valid, headers] = [await office.exampleOf(endpoint), await office.enter()];
  const property = fc.asyncProperty(values, async (value) =>
    judge(await send(portal, endpoint, input(value, valid), headers), value),
  );
  return () => fc.assert(property, runs(numRuns));
};

const attack = async <T>(endpoint: Endpoint, input: Attack<T>) => (await prepareAttack(endpoint, input))();

/** Expects that nothing is stored. */
const attackInVain = async <T>(endpoint: Endpoint, input: Attack<T>) =>
  expectNothingKept(portal, await prepareAttack(endpoint, input), TABLES_OF_SIGN_IN);

const oddTexts = fc.oneof(strange, spoilt('一段文字'));
const oddNumbers = fc.constantFrom(0, -1, 2 ** 31, 2 ** 53 - 1, 2 ** 53, 1e21, 1e300, 0.5, -(2 ** 63));

/** One of the values, replaced by a strange one of its kind. */
const oneOdd = (leaves: readonly Leaf[]): fc.Arbitrary<[path: readonly string[], odd: unknown]> =>
  fc
    .constantFrom(...(leaves.length > 0 ? leaves : [[['nothing'], ''] as const]))
    .chain(([path, value]) => fc.tuple(fc.constant(path), typeof value === 'number' ? oddNumbers : oddTexts));

/** Leaves out HTML fields: forbidden characters are removed from them, not refused. */
const textNames = (fields: readonly Field[]): string[] =>
  fields.filter((field) => takesText(field) && !/html$|^info$/i.test(field.name)).map(({ name }) => name);

type Answer = Awaited<ReturnType<typeof send>>;

/** Accepts also the refusal of an old version, which holds the newer one. */
const expectOfficeForm = ({ statusCode, headers, body }: Answer) => {
  const { newer: _, ...rest } = statusCode === 409 ? JSON.parse(body) : {};
  expectForm({ statusCode, headers, body: statusCode === 409 ? JSON.stringify(rest) : body });
};

describe('JSON bodies', () => {
  test.each(named(takesJson))('fields of wrong types, or missing: %s', (_, endpoint) =>
    attackInVain(endpoint, {
      numRuns: 5,
      values: wrongFields(fieldsOf(endpoint.body)),
      input: (wrong, { body, ...valid }) => ({ ...valid, body: { ...recordOf(body), ...wrong } }),
      judge: (answer, wrong) => {
        const { errors = {} } = expectRefusal(answer, [422]);
        expect(Object.keys(errors)).toEqual(expect.arrayContaining(Object.keys(wrong)));
      },
    }),
  );

  const withTexts = named((endpoint) => takesJson(endpoint) && textNames(fieldsOf(endpoint.body)).length > 0);
  test.each(withTexts)('texts with forbidden characters: %s', (_, endpoint) =>
    attackInVain(endpoint, {
      numRuns: 5,
      values: fc.tuple(fc.constantFrom(...textNames(fieldsOf(endpoint.body))), spoilt('一段文字')),
      input: ([name, text], { body, ...valid }) => ({ ...valid, body: { ...recordOf(body), [name]: text } }),
      judge: (answer, [name]) => {
        // A password may have any: it is merely wrong, and wrong ones are counted.
        const isSecret = /password|token/i.test(name);
        const { errors = {} } = expectRefusal(answer, isSecret ? [422, 429] : [422]);
        // Somebody local has no passport: the field is ignored.
        if (!isSecret && name !== 'passport_no') expect(Object.keys(errors)).toContain(name);
      },
    }),
  );

  test.each(named(takesJson))('values that are valid in kind alone: %s', async (_, endpoint) => {
    const { body = {} } = await office.exampleOf(endpoint);
    await attack(endpoint, {
      numRuns: 5,
      values: oneOdd(leavesOf(body)),
      input: ([path, odd], valid) => ({ ...valid, body: replaceAt(valid.body, path, odd) }),
      judge: expectOfficeForm,
    });
  });
});

const manyDigits = fc.constantFrom('9'.repeat(15), '9007199254740993', '2147483648', '9'.repeat(40));

describe('queries', () => {
  test.each(named(({ query }) => textNames(fieldsOf(query)).length > 0))(
    'texts with forbidden characters: %s',
    (_, endpoint) =>
      attackInVain(endpoint, {
        numRuns: 5,
        values: fc.tuple(
          fc.constantFrom(...textNames(fieldsOf(endpoint.query))),
          // URLSearchParams makes half a pair whole.
          spoilt('一段文字').filter((text) => text.isWellFormed()),
        ),
        input: ([name, text], valid) => ({ ...valid, query: { ...valid.query, [name]: text } }),
        judge: (answer, [name]) => {
          const { errors = {} } = expectRefusal(answer, [422]);
          expect(Object.keys(errors)).toContain(name);
        },
      }),
  );

  test.each(named(({ query }) => query))('strange texts: %s', async (_, endpoint) => {
    const names = fieldsOf(endpoint.query).map(({ name }) => name);
    await attack(endpoint, {
      numRuns: 5,
      values: fc.tuple(fc.constantFrom(...names), fc.oneof(strange, manyDigits)),
      input: ([name, text], valid) => ({ ...valid, query: { ...valid.query, [name]: text.toWellFormed() } }),
      judge: expectOfficeForm,
    });
  });

  test.each(named(({ method }) => method === 'GET'))('rubbish: %s', async (_, endpoint) => {
    const names = fieldsOf(endpoint.query).map(({ name }) => name);
    await attack(endpoint, {
      numRuns: 5,
      values: rawQuery(['__proto__', 'constructor', ...names]),
      input: (search, { query: _query, ...valid }) => ({ ...valid, search }),
      judge: expectOfficeForm,
    });
  });
});

test.each(named(({ params }) => params))('strange parameters in the path: %s', async (_, endpoint) => {
  const names = fieldsOf(endpoint.params).map(({ name }) => name);
  await attack(endpoint, {
    numRuns: 5,
    values: fc
      .oneof(strange, spoilt('12'), manyDigits)
      // A place that browsers and servers take for another: see addresses.test.ts.
      .filter((text) => text.isWellFormed() && text.length > 0 && !/^\.{1,2}$/.test(text)),
    input: (text, valid) => ({ ...valid, params: Object.fromEntries(names.map((name) => [name, text])) }),
    judge: expectOfficeForm,
  });
});
