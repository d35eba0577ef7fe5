import type { Endpoint } from '@portal/contract/endpoint';
import { register } from '@portal/contract/person-form';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildRegistrationForm } from '../factories/account.ts';
import { expectRefusal } from './answers.ts';
import { runs, spoilt, strange, wrongFields } from './attacks.ts';
import { callers, type Person } from './calls.ts';
import { fieldsOf, isRequired } from './schema.ts';
import { expectNothingKept } from './storage.ts';
import { bearer, openWorld, urlOf, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/* The forms are written by hand, because browsers and libraries make only valid ones. */

const BOUNDARY = 'hostile-boundary';
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`;
const PHOTO = Buffer.from('ffd8ffe000104a464946', 'hex');

interface Part {
  readonly headers: readonly string[];
  readonly content: string | Buffer;
}

const quoted = (name: string) => name.replaceAll('"', '%22');
const field = (name: string, content: string | Buffer): Part => ({
  headers: [`Content-Disposition: form-data; name="${quoted(name)}"`],
  content,
});
const jsonField = (name: string, value: unknown): Part => ({
  headers: [...field(name, '').headers, 'Content-Type: application/json'],
  content: JSON.stringify(value),
});
const file = (content: Buffer, name = 'file', filename = 'photo.jpg'): Part => ({
  headers: [
    `Content-Disposition: form-data; name="${name}"; filename="${filename}"`,
    'Content-Type: image/jpeg',
  ],
  content,
});

const write = (parts: readonly Part[]): Buffer =>
  Buffer.concat([
    ...parts.flatMap(({ headers, content }) => [
      Buffer.from(`--${BOUNDARY}\r\n${headers.map((header) => `${header}\r\n`).join('')}\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]);

const post = async (endpoint: Endpoint, person: Person, payload: Buffer, type = TYPE) =>
  world.app.inject({
    method: endpoint.method,
    url: urlOf(endpoint, world.exampleOf(endpoint)),
    headers: { ...bearer(await world.tokenOf(person)), 'content-type': type },
    payload,
  });

/** The fields that are named in the refusal. */
const namedFields = async (endpoint: Endpoint, person: Person, parts: readonly Part[]) =>
  Object.keys(expectRefusal(await post(endpoint, person, write(parts)), [422]).errors ?? {});

const nothingKept = (work: () => Promise<unknown>) => expectNothingKept(world.portal, work);

const calls = callers(({ multipart }) => multipart);

/** Whether a local or, in the registration, a foreign person fills in the form. */
type Country = 'local' | 'foreign';

const fieldCalls = calls.flatMap(([name, person, endpoint]) => {
  const countries: Country[] = endpoint === register ? ['local', 'foreign'] : ['local'];
  return countries.map((country) => [name, person, country, endpoint] as const);
});

const foreigner = buildRegistrationForm({ country: 'foreign' });
const formOf = (endpoint: Endpoint, country: Country) =>
  country === 'foreign' ? foreigner : (world.exampleOf(endpoint).body ?? {});

/** The parts of a form that would be accepted. */
const validParts = (endpoint: Endpoint, but: readonly string[] = [], country: Country = 'local'): Part[] =>
  Object.entries(formOf(endpoint, country))
    .filter(([name, value]) => value !== undefined && !but.includes(name))
    .map(([name, value]) => field(name, String(value)));

/** The number of the other country, which the server ignores. */
const unread = { local: 'passport_no', foreign: 'id_number' };
const readFields = (endpoint: Endpoint, country: Country) =>
  fieldsOf(endpoint.body).filter(({ name }) => name !== unread[country]);

describe('fields', () => {
  test.each(fieldCalls)('missing: %s as %s, %s', (_, person, country, endpoint) =>
    nothingKept(async () => {
      for (const { name } of fieldsOf(endpoint.body).filter(isRequired)) {
        const named = await namedFields(endpoint, person, validParts(endpoint, [name], country));
        expect(named).toContain(name);
      }
    }),
  );

  test.each(fieldCalls)(
    'of wrong types, as parts declared as JSON: %s as %s, %s',
    (_, person, country, endpoint) =>
      nothingKept(() =>
        fc.assert(
          fc.asyncProperty(wrongFields(readFields(endpoint, country)), async (wrong) => {
            const names = Object.keys(wrong);
            const parts = names
              .filter((name) => wrong[name] !== undefined)
              .map((name) => jsonField(name, wrong[name]));
            const named = await namedFields(endpoint, person, [
              ...validParts(endpoint, names, country),
              ...parts,
            ]);
            expect(named).toEqual(expect.arrayContaining(names));
          }),
          runs(15),
        ),
      ),
  );

  test.each(fieldCalls)('with forbidden characters: %s as %s, %s', (_, person, country, endpoint) => {
    const body = formOf(endpoint, country);
    const values = fc.oneof(
      ...readFields(endpoint, country).map(({ name }) =>
        fc.tuple(fc.constant(name), spoilt(String(body[name] ?? ''))),
      ),
    );
    return nothingKept(() =>
      fc.assert(
        fc.asyncProperty(values, async ([name, text]) => {
          const parts = [...validParts(endpoint, [name], country), field(name, text)];
          const named = await namedFields(endpoint, person, parts);
          // A difference between both passwords is reported at the first.
          expect(named).toContain(name.replace('_confirmation', ''));
        }),
        runs(40),
      ),
    );
  });

  // Its only field takes any text.
  const refusing = fieldCalls.filter(([name]) => name !== 'POST /api/renewals/inquiries/:id');

  test.each(refusing)('strange, all of them at once: %s as %s, %s', (_, person, country, endpoint) => {
    // The country stays valid, because numbers are checked only for a country that exists.
    const names = fieldsOf(endpoint.body).flatMap(({ name }) => (name === 'country' ? [] : name));
    const forms = fc.record(Object.fromEntries(names.map((name) => [name, strange])));
    return nothingKept(() =>
      fc.assert(
        fc.asyncProperty(forms, async (form) => {
          const parts = Object.entries(form).map(([name, text]) => field(name, text));
          parts.push(field('country', country));
          await namedFields(endpoint, person, parts);
        }),
        runs(20),
      ),
    );
  });

  test('control: the form of a foreigner is valid', async () => {
    const answer = await post(register, 'guest', write(validParts(register, [], 'foreign')));
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { user: { country: 'foreign' } }]);
  });
});

describe('forms that are broken', () => {
  test.each(calls)('cut anywhere: %s as %s', (_, person, endpoint) => {
    const whole = write([...validParts(endpoint), file(PHOTO)]);
    return nothingKept(() =>
      fc.assert(
        fc.asyncProperty(fc.nat(whole.length - 5), async (length) => {
          const answer = await post(endpoint, person, whole.subarray(0, length));
          // Nothing at all is an empty form.
          expectRefusal(answer, length === 0 ? [422] : [400]);
        }),
        runs(20),
      ),
    );
  });

  test.each(calls)('broken otherwise: %s as %s', (_, person, endpoint) =>
    nothingKept(async () => {
      // Leaves out the text that may stand for a file.
      const valid = validParts(endpoint, ['answer']);
      const whole = write(valid);
      const broken: [string, number[], Buffer, string?][] = [
        ['no boundary is named', [400, 415], whole, 'multipart/form-data'],
        ['an empty boundary', [400, 415], whole, 'multipart/form-data; boundary='],
        ['another boundary', [400], whole, 'multipart/form-data; boundary=other'],
        ['a boundary of 1,000 characters', [400], whole, `multipart/form-data; boundary=${'x'.repeat(1000)}`],
        ['a boundary in quotes that never end', [400, 415], whole, 'multipart/form-data; boundary="x'],
        ['no form at all', [400], Buffer.from('rubbish')],
        ['JSON', [400], Buffer.from('{"country":"local"}')],
        ['no end', [400], whole.subarray(0, whole.length - 4)],
        ['two files', [400, 413, 422], write([...valid, file(PHOTO), file(PHOTO)])],
        ['a file of 6 MB', [422], write([...valid, file(Buffer.alloc(6 * 1024 * 1024))])],
        [
          'a file of 6 MB under another name',
          [422],
          write([...valid, file(Buffer.alloc(6 * 1024 * 1024), 'x')]),
        ],
        ['a file without a filename', [422], write([...valid, field('file', PHOTO)])],
        ['a file that is empty', [422], write([...valid, file(Buffer.alloc(0))])],
        ['a file that is none', [422], write([...valid, file(PHOTO)])],
        ['a file with a path for a name', [422], write([...valid, file(PHOTO, 'file', '../../etc/passwd')])],
        [
          '70 fields',
          [413],
          write([...valid, ...Array.from({ length: 70 }, (__, n) => field(`x${n}`, '1'))]),
        ],
        ['70 files', [413], write([...valid, ...Array.from({ length: 70 }, () => file(PHOTO))])],
        ['a field of a megabyte', [413], write([...valid, field('x', 'x'.repeat(1024 * 1024))])],
        ['a name of 10,000 characters', [400, 413], write([...valid, field('x'.repeat(10_000), '1')])],
        ['a poisoned prototype', [400], write([...valid, field('__proto__', '1')])],
        ['a poisoned constructor', [400], write([...valid, field('constructor', '1')])],
        ['broken JSON', [400, 415], write([...valid, { ...jsonField('x', 1), content: '{' }])],
        [
          'poisoned JSON',
          [400, 415],
          write([...valid, { ...jsonField('x', 1), content: '{"__proto__":{"a":1}}' }]),
        ],
        [
          'twice the limit and more',
          [413],
          write([...valid, file(Buffer.alloc(2 * (endpoint.multipart?.maxBytes ?? 0) + 1024 * 1024))]),
        ],
      ];
      for (const [what, statuses, payload, type] of broken) {
        const answer = await post(endpoint, person, payload, type);
        expect([what, statuses]).toEqual([what, expect.arrayContaining([answer.statusCode])]);
        expectRefusal(answer);
      }
    }),
  );

  test.each(calls)('parts without a name or content are ignored: %s as %s', (_, person, endpoint) =>
    nothingKept(async () => {
      const incomplete = validParts(endpoint, ['email', 'answer']);
      const nameless: Part[] = [
        { headers: ['Content-Disposition: form-data'], content: 'x' },
        { headers: ['Content-Disposition: form-data; name='], content: 'x' },
        { headers: ['Content-Disposition: form-data; name=""'], content: 'x' },
        { headers: ['Content-Disposition: attachment; name="email"'], content: 'a@example.com' },
        { headers: ['Content-Type: text/plain'], content: 'x' },
        { headers: ['rubbish'], content: 'x' },
        { headers: [`X: ${'x'.repeat(1024 * 1024)}`], content: 'x' },
        { headers: [], content: 'x' },
        {
          headers: ['Content-Disposition: form-data; name="x"', 'Content-Transfer-Encoding: base64'],
          content: '%',
        },
        {
          headers: ['Content-Disposition: form-data; name="x"', 'Content-Type: text/plain; charset=rot13'],
          content: 'x',
        },
      ];
      for (const part of nameless) {
        const answer = await post(endpoint, person, write([...incomplete, part]));
        expectRefusal(answer, [400, 422]);
      }
    }),
  );
});

test('a part of JSON that is nested 5,000 deep is refused', () =>
  nothingKept(async () => {
    const nested = {
      headers: jsonField('ignored', 0).headers,
      content: `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
    };
    const answer = await world.app.inject({
      method: 'POST',
      url: register.path,
      headers: { 'content-type': TYPE, 'idempotency-key': 'deep' },
      payload: write([...validParts(register), nested]),
    });
    expectRefusal(answer, [400]);
  }));
