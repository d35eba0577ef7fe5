import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

export interface FileResult {
  readonly file: string;
  /** Fingerprints of the module and of the tests near it. */
  readonly source: string;
  readonly tests: string;
  /** By the mutant's name: where it stands, and the test that noticed it; null where none did. */
  readonly outcomes: Record<string, { line: number; by: string | null }>;
}

/** Why a mutant may survive, by module and name. */
type Accepted = Readonly<Record<string, Readonly<Record<string, string>>>>;

interface Survivor {
  readonly file: string;
  readonly line: number;
  readonly name: string;
  readonly reason: string | null;
}

export interface Summary {
  readonly killed: number;
  readonly survivors: readonly Survivor[];
}

const REQUIRED = 0.95;
const ACCEPTED = path.join(import.meta.dirname, 'accepted.json');
const RESULTS = path.join(import.meta.dirname, 'results.md');

const survivorsOf = ({ file, outcomes }: FileResult, accepted: Accepted): Survivor[] =>
  Object.entries(outcomes)
    .filter(([, { by }]) => by === null)
    .map(([name, { line }]) => ({ file, line, name, reason: accepted[file]?.[name] ?? null }));

export const summarize = (results: readonly FileResult[], accepted: Accepted): Summary => {
  const survivors = results.flatMap((result) => survivorsOf(result, accepted));
  const tried = results.reduce((sum, { outcomes }) => sum + Object.keys(outcomes).length, 0);
  return { killed: tried - survivors.length, survivors };
};

const unexplained = ({ survivors }: Summary) => survivors.filter(({ reason }) => reason === null);

const share = ({ killed, survivors }: Summary): number => killed / (killed + survivors.length);

/** 95 % are noticed, and each of the others has its reason. */
export const isPassed = (summary: Summary): boolean =>
  share(summary) >= REQUIRED && unexplained(summary).length === 0;

const sentence = (summary: Summary): string => {
  const { killed, survivors } = summary;
  const percent = (100 * share(summary)).toFixed(1);
  return `${killed} of ${killed + survivors.length} mutants were noticed (${percent} %); ${survivors.length} survived, ${unexplained(summary).length} of them without a reason.`;
};

const row = ({ file, line, name, reason }: Survivor): string =>
  `| ${file.replace('server/src/', '')}:${line} | \`${name.replaceAll('|', '\\|').replaceAll('`', "'")}\` | ${reason ?? '**none**'} |`;

const page = (results: readonly FileResult[], summary: Summary): string =>
  [
    '# Mutation testing',
    '',
    `Written by \`npm run test:mutation\`. ${results.length} modules: ${sentence(summary)}`,
    '',
    '| survivor | change | why it may |',
    '| --- | --- | --- |',
    ...summary.survivors.map(row),
    '',
  ].join('\n');

/** Writes what is known, and says it. */
export const report = async (results: readonly FileResult[]): Promise<Summary> => {
  const accepted: Accepted = JSON.parse(await readFile(ACCEPTED, 'utf8'));
  const summary = summarize(results, accepted);
  await writeFile(RESULTS, page(results, summary));
  console.log(sentence(summary));
  for (const { file, line, name } of unexplained(summary)) console.log(`  ${file}:${line}  ${name}`);
  return summary;
};
