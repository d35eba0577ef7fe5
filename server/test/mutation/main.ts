import { createHash } from 'node:crypto';
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from './copy.ts';
import { type Mutant, mutantsOf } from './mutants.ts';
import { readImporters, type Tests, testsOf } from './nearest.ts';
import { type FileResult, isPassed, report } from './report.ts';
import { openTester, type Tester } from './tester.ts';

/*
 * Changes the server in one small place after the other and looks whether a test notices. `npm run test:mutation --
 * [--far] [--report] [paths]`: all modules of the scope or those named; `--far` tries what survived on every other test
 * as well, `--report` tries nothing and writes what is known.
 */

/** Rules, states, policies, operations and the reads they decide by; the platform that every call goes through. */
const SCOPE = [
  'server/src/{accounts,catalogue,certificates,content,enrolment,groups,payment,training}/*.ts',
  'server/src/platform/{http,idempotency,errors,limit,headers,prepared}.ts',
];
const OUTSIDE = /\.test\.ts$|\/(routes|present|tables)\.ts$/;

/** Results are kept while neither the module nor the tests near it change; a run that was broken off goes on from them. */
const KEPT = path.join(import.meta.dirname, 'data');

const read = (file: string) => readFile(path.join(ROOT, file), 'utf8');
const hash = (text: string) => createHash('sha256').update(text).digest('base64url');

const inScope = async (): Promise<string[]> => {
  const files: string[] = [];
  for await (const file of glob(SCOPE, { cwd: ROOT })) if (!OUTSIDE.test(file)) files.push(file);
  return files.sort();
};

const keptPath = (file: string) => path.join(KEPT, `${file.replaceAll('/', '~')}.json`);

const readKept = async (file: string): Promise<FileResult | null> => {
  try {
    const kept: FileResult = JSON.parse(await readFile(keptPath(file), 'utf8'));
    return kept.source === hash(await read(file)) ? kept : null;
  } catch {
    return null;
  }
};

const keep = async (result: FileResult): Promise<void> => {
  await mkdir(KEPT, { recursive: true });
  await writeFile(keptPath(result.file), JSON.stringify(result, null, 1));
};

const hashTests = async ({ near }: Tests) => hash((await Promise.all(near.map(read))).join());

interface Trial {
  readonly tester: Tester;
  readonly file: string;
  readonly tests: readonly string[];
  /** Milliseconds after which a mutant counts as one that hangs. */
  readonly patience: number;
}

/** How long the tests take without a change. A file with a test that fails then says nothing about mutants: it is left out. */
const rehearse = async (tester: Tester, file: string, tests: readonly string[]): Promise<Trial> => {
  const started = performance.now();
  const failed = await tester.try({ file, source: await read(file), tests }, 600_000);
  if (!failed) return { tester, file, tests, patience: 60_000 + 4 * (performance.now() - started) };
  console.log(`  without a change fails: ${failed}`);
  const others = tests.filter((test) => !failed.startsWith(test));
  if (others.length === tests.length) throw new Error(failed);
  return rehearse(tester, file, others);
};

const sayOutcome = (file: string, { line, name }: Mutant, by: string | null) => {
  if (by === null) console.log(`  survived  ${file}:${line}  ${name}`);
};

/** Tries what `outcomes` does not tell yet of the mutants; every outcome is kept as soon as it is known. */
const tryMutants = async (trial: Trial, mutants: readonly Mutant[], result: FileResult): Promise<void> => {
  let { tests } = trial;
  for (const mutant of mutants) {
    const by = await trial.tester.try({ file: trial.file, source: mutant.source, tests }, trial.patience);
    // The test that noticed this one is likely to notice the next.
    const noticed = tests.find((test) => by?.startsWith(test));
    if (noticed) tests = [noticed, ...tests.filter((test) => test !== noticed)];
    result.outcomes[mutant.name] = { line: mutant.line, by };
    sayOutcome(trial.file, mutant, by);
    await keep(result);
  }
};

const tryFile = async (tester: Tester, file: string, tests: Tests, far: boolean): Promise<void> => {
  const source = await read(file);
  const mutants = mutantsOf(file, source);
  const [kept, nearHash] = [await readKept(file), await hashTests(tests)];
  const result: FileResult = { file, source: hash(source), tests: nearHash, outcomes: { ...kept?.outcomes } };
  const isKnown = ({ name }: Mutant) => {
    const outcome = result.outcomes[name];
    return outcome !== undefined && (outcome.by !== null || kept?.tests === nearHash);
  };
  const unknown = mutants.filter((mutant) => !isKnown(mutant));
  console.log(`${file}: ${mutants.length} mutants, ${unknown.length} to try`);
  if (unknown.length > 0) {
    await tryMutants(await rehearse(tester, file, tests.near), unknown, result);
  }
  const survivors = mutants.filter(({ name }) => result.outcomes[name]?.by === null);
  if (far && survivors.length > 0 && tests.far.length > 0) {
    await tryMutants(await rehearse(tester, file, tests.far), survivors, result);
  }
  // The last mutant must not stand in the copy while another module is tried.
  await tester.try({ file, source, tests: [] }, 60_000);
  await keep(result);
};

const tryAll = async (files: readonly string[], far: boolean): Promise<void> => {
  const importers = await readImporters(ROOT);
  const tester = await openTester();
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => tester.close().finally(() => process.exit(130)));
  }
  try {
    for (const file of files) await tryFile(tester, file, testsOf(importers, file), far);
  } finally {
    await tester.close();
  }
};

const given = process.argv.slice(2);
const named = given.filter((argument) => !argument.startsWith('--'));
const scope = await inScope();
const files =
  named.length > 0 ? named.flatMap((name) => scope.filter((file) => file.startsWith(name))) : scope;
if (!given.includes('--report')) await tryAll(files, given.includes('--far'));
const results = await Promise.all(files.map(readKept));
const summary = await report(results.filter((result) => result !== null));
process.exitCode = isPassed(summary) ? 0 : 1;
