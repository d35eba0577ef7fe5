import { stat } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { chooseTests } from './choose.ts';
import { ROOT } from './copy.ts';
import { instrument } from './mutants.ts';
import { importersOf, testsOf } from './nearest.ts';
import { isPassed, summarize } from './report.ts';
import type { FileRun } from './runner.ts';
import { NAMED } from './scope.ts';
import { openTypeCheck } from './types.ts';

const sources = (source: string) => instrument('x.ts', source).mutants.map((mutant) => mutant.source);

describe('a source gets mutants', () => {
  test.each<[string, string, string[]]>([
    [
      'a condition',
      "if (late(now)) throw new Refusal('late');",
      ["if (true) throw new Refusal('late');", "if (false) throw new Refusal('late');"],
    ],
    ['both sides of or', 'if (a || b) go = 1;', ['if (true) go = 1;', 'if (a) go = 1;', 'if (b) go = 1;']],
    ['both sides of and', 'const x = a && b;', ['const x = a;', 'const x = b;']],
    ['a boundary', 'const f = (a, b) => a < b;', ['const f = (a, b) => a <= b;']],
    ['an equation', 'const f = (a, b) => a === b;', ['const f = (a, b) => a !== b;']],
    ['a negation', 'const x = !a;', ['const x = a;']],
    ['a call for its effect', 'await lock(tx);', [';']],
    ['an unconditional throw', 'const f = () => { throw late; };', ['const f = () => { ; };']],
    ['each term of a look-up', 'and(eq(a, 1), eq(b, 2));', [';', 'and(eq(b, 2));', 'and(eq(a, 1));']],
    ['a link of a chain', "const x = rows.for('update');", ['const x = rows;']],
    ['an operator of a look-up', 'const x = gt(a, b);', ['const x = drizzle.gte(a, b);']],
    ['a row that may be missing', 'const f = () => sum ?? { a: 0 };', ['const f = () => { a: 0 };']],
    ['every word of a list', "const x = ['a', 'b'];", ["const x = ['b'];", "const x = ['a'];"]],
    [
      'a number and a boolean',
      'const f = () => ({ a: 5, b: true });',
      ['const f = () => ({ a: 6, b: true });', 'const f = () => ({ a: 5, b: false });'],
    ],
    [
      'SQL',
      'const x = sql`where a <= b and c is null for no key update`;',
      [
        'const x = sql`where a < b and c is null for no key update`;',
        'const x = sql`where a <= b or c is null for no key update`;',
        'const x = sql`where a <= b and c is not null for no key update`;',
        'const x = sql`where a <= b and c is null `;',
      ],
    ],
  ])('in %s', (_, source, mutants) => {
    expect(sources(source)).toEqual(mutants);
  });

  test.each([
    ['types', 'type A = { readonly a: 5 };'],
    ['imports', "import { a } from 'b';"],
    ['numbers of constants', 'const DAY = 24 * 60 * 60; const PAGE = 50;'],
    ['the first row of a look-up', 'const [row] = await rows.limit(1);'],
    ['conditions that cannot happen', "if (!row || !other) throw new Error('two rows always come');"],
    ['other templates', 'const x = html`a and b`;'],
    ['words that a type comes from', "const X = ['a', 'b'] as const; type Of = (typeof X)[number];"],
  ])('but none in %s', (_, source) => {
    expect(sources(source)).toEqual([]);
  });

  test('with a name that distinguishes equal changes, and the line', () => {
    const { mutants } = instrument('x.ts', 'const x = !a;\nconst y = () => 1;\nconst x = !a;');
    expect(mutants.map(({ name, line }) => [name, line])).toEqual([
      ['const x =[!a → a];', 1],
      ['const y = () =>[1 → 2];', 2],
      ['const x =[!a → a]; (2)', 3],
    ]);
  });
});

describe('a mutant that acts while its module loads', () => {
  const fileRun = (reached: readonly number[], ms: number): FileRun => ({
    tests: [{ id: '', name: '', passed: true, complaint: null, shaky: false, ms, reached }],
    ms,
    error: null,
    outside: { loading: [], hooks: [] },
  });
  const runs = new Map([
    ['cheap.test.ts', fileRun([], 1)],
    ['outer.test.ts', fileRun([4], 2)],
    ['importer.test.ts', fileRun([2, 4], 3)],
    ['module.test.ts', fileRun([1, 2, 4], 4)],
  ]);
  /** The keys of the module, of one that imports it, and of one that imports that. */
  const rings = [[{ from: 0, to: 2 }], [{ from: 2, to: 4 }], [{ from: 4, to: 6 }]];
  const place = { mutant: 0, file: 'a/c/module.ts', importedBy: new Set<string>(), rings };

  test.each<[string, number[], string[]]>([
    ['tests that reach the module', [0], ['module.test.ts']],
    [
      'those that reach a module that imports it, if all of it acts while it loads',
      [0, 1],
      ['importer.test.ts', 'module.test.ts'],
    ],
    [
      'those of the next modules, if that one is the same',
      [0, 1, 2, 3],
      ['outer.test.ts', 'importer.test.ts', 'module.test.ts'],
    ],
    [
      'all, the cheapest first, if none reaches any of these',
      [0, 1, 2, 3, 4, 5],
      ['cheap.test.ts', 'outer.test.ts', 'importer.test.ts', 'module.test.ts'],
    ],
  ])('is tried on %s', (_, loading, files) => {
    const choices = chooseTests(runs, { ...place, file: 'module.ts' }, new Set(loading), 60_000);
    expect(choices.map(({ test, cold }) => [test, cold])).toEqual(files.map((file) => [file, true]));
  });

  test('is tried first on the tests that import its module and those in its folder, if that is all of it', () => {
    const tests = ['a/b/one.test.ts', 'a/c/two.test.ts', 'd/three.test.ts', 'a/c/d/four.test.ts'];
    const reaching = new Map(tests.map((test) => [test, fileRun([2], 1)]));
    reaching.set('d/pure.test.ts', fileRun([], 9));
    const imported = { ...place, importedBy: new Set(['d/pure.test.ts']) };
    const choices = chooseTests(reaching, imported, new Set([0, 1]), 60_000);
    expect(choices.map(({ test }) => test)).toEqual([
      'd/pure.test.ts',
      'a/c/two.test.ts',
      'a/c/d/four.test.ts',
      'a/b/one.test.ts',
      'd/three.test.ts',
    ]);
  });

  test('knows the modules that import its module, the nearest first', () => {
    const importers = new Map([
      ['a.ts', new Set(['b.ts', 'c.ts'])],
      ['b.ts', new Set(['d.ts', 'a.ts'])],
      ['c.ts', new Set(['d.ts'])],
    ]);
    expect(importersOf(importers, 'a.ts')).toEqual([['b.ts', 'c.ts'], ['d.ts']]);
  });

  test('has the tests of the ledger and of payments near the money', () => {
    const near = ['server/test/ledger/lives.test.ts', 'server/src/payment/payment.test.ts'];
    const far = ['server/src/training/training.test.ts'];
    const importers = new Map([
      ['server/src/money/entries.ts', new Set(['server/src/app.ts'])],
      ['server/src/app.ts', new Set(['server/test/app.ts'])],
      ['server/test/app.ts', new Set([...near, ...far])],
    ]);
    const tests = testsOf(importers, 'server/src/money/entries.ts');
    expect({ ...tests, near: new Set(tests.near) }).toEqual({ near: new Set(near), far });
  });

  test('has the tests of a room that imports it near it', () => {
    const [near, far] = ['server/src/privacy/erasure.test.ts', 'server/src/training/training.test.ts'];
    const importers = new Map([
      ['server/src/payment/mask-reports.ts', new Set(['server/src/privacy/erase.ts'])],
      ['server/src/privacy/erase.ts', new Set(['server/src/app.ts'])],
      ['server/src/app.ts', new Set([near, far])],
    ]);
    const tests = testsOf(importers, 'server/src/payment/mask-reports.ts');
    expect(tests).toEqual({ near: [near], far: [far] });
  });
});

test('each module that the scope names is there', async () => {
  const found = await Promise.all(NAMED.map((file) => stat(path.join(ROOT, file))));
  expect(found.every((each) => each.isFile())).toBe(true);
});

describe('the type check', () => {
  const source = (body: string) => `
    import { today } from './dates.ts';
    const save = (day: string) => void day;
    export const f = (row: { day: string } | undefined, now: Date): string => { ${body} };`;
  const types = openTypeCheck('contract');
  afterAll(() => types[Symbol.dispose]());
  const complaintOf = (body: string) => types.complaintOf('contract/src/money.ts', source(body));

  test.each([
    ['the module as it is', 'save(today(now)); return row?.day ?? today(now);', false],
    ['a mutant that does not compile', 'save(today(now)); return row.day;', true],
    ['a call that is left out with all that it used', "return row?.day ?? '';", false],
    ['another operator', 'save(String(drizzle.gte)); return today(now);', false],
  ])('of %s', (_, body, isNoticed) => {
    expect(complaintOf(body) !== null).toBe(isNoticed);
  });
});

describe('the run', () => {
  const result = (killed: number, survived: string[], untried: number) => ({
    file: 'a.ts',
    tests: '',
    untried,
    outcomes: Object.fromEntries([
      ...Array.from({ length: killed }, (_, n) => [`killed ${n}`, { line: n, within: '', by: 'a test' }]),
      ...survived.map((name) => [name, { line: 1, within: '', by: null }]),
    ]),
  });
  const accepted = { 'a.ts': { known: 'makes no difference' } };

  test.each([
    ['passes where all are noticed', 20, [], 0, true],
    ['passes where 95 % are, and the others have their reason', 19, ['known'], 0, true],
    ['fails where one has no reason', 100, ['unknown'], 0, false],
    ['fails below 95 %, whatever the reasons', 18, ['known'], 0, false],
    ['fails where one was not tried', 20, [], 1, false],
  ])('%s', (_, killed, survived, untried, passed) => {
    expect(isPassed(summarize([result(killed, survived, untried)], accepted))).toBe(passed);
  });
});
