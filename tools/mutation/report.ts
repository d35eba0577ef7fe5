import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

export interface Outcome {
  readonly line: number;
  /** A fingerprint of the declaration that the mutant stands in. */
  readonly within: string;
  /** The test that noticed it; null where none did. */
  readonly by: string | null;
}

export interface FileResult {
  readonly file: string;
  /** A fingerprint of the tests near it. */
  readonly tests: string;
  /** The outcomes by the name of the mutant. */
  readonly outcomes: Record<string, Outcome>;
  /** Mutants without an outcome. */
  readonly untried: number;
}

/** Why a mutant may survive, by module and name. */
type Accepted = Readonly<Record<string, Readonly<Record<string, string>>>>;

interface Survivor {
  readonly file: string;
  readonly line: number;
  readonly name: string;
  readonly reason: string | null;
}

interface Summary {
  readonly killed: number;
  readonly untried: number;
  readonly survivors: readonly Survivor[];
}

const REQUIRED = 0.95;
const ACCEPTED = path.join(import.meta.dirname, 'accepted.json');
const RESULTS = path.join(import.meta.dirname, 'results.md');

export const readAccepted = async (): Promise<Accepted> => JSON.parse(await readFile(ACCEPTED, 'utf8'));

const survivorsOf = ({ file, outcomes }: FileResult, accepted: Accepted): Survivor[] =>
  Object.entries(outcomes)
    .filter(([, { by }]) => by === null)
    .map(([name, { line }]) => ({ file, line, name, reason: accepted[file]?.[name] ?? null }));

export const summarize = (results: readonly FileResult[], accepted: Accepted): Summary => {
  const survivors = results.flatMap((result) => survivorsOf(result, accepted));
  const tried = results.reduce((sum, { outcomes }) => sum + Object.keys(outcomes).length, 0);
  const untried = results.reduce((sum, result) => sum + result.untried, 0);
  return { killed: tried - survivors.length, untried, survivors };
};

const unexplained = ({ survivors }: Summary) => survivors.filter(({ reason }) => reason === null);

const share = ({ killed, survivors }: Summary): number => killed / (killed + survivors.length);

/** All are tried, 95 % are noticed, and each of the others has its reason. */
export const isPassed = (summary: Summary): boolean =>
  summary.untried === 0 && share(summary) >= REQUIRED && unexplained(summary).length === 0;

const percentOf = (summary: Summary): string =>
  Number.isNaN(share(summary)) ? '–' : `${(100 * share(summary)).toFixed(1)} %`;

const sentence = (summary: Summary): string => {
  const { killed, survivors, untried } = summary;
  return `${killed} of ${killed + survivors.length} mutants were noticed (${percentOf(summary)}); ${survivors.length} survived, ${unexplained(summary).length} of them without a reason; ${untried} were not tried.`;
};

const folderOf = ({ file }: FileResult): string => file.split('/')[2] ?? file;

const folderRow = (folder: string, summary: Summary): string => {
  const { killed, survivors, untried } = summary;
  return `| ${folder} | ${killed + survivors.length} | ${killed} | ${survivors.length} | ${percentOf(summary)} | ${untried} |`;
};

const folderTable = (results: readonly FileResult[], accepted: Accepted): string[] => [
  '| module | tried | noticed | survived | noticed | not tried |',
  '| --- | --- | --- | --- | --- | --- |',
  ...[...Map.groupBy(results, folderOf)].map(([folder, those]) =>
    folderRow(folder, summarize(those, accepted)),
  ),
];

const row = ({ file, line, name, reason }: Survivor): string =>
  `| ${file.replace('server/src/', '')}:${line} | \`${name.replaceAll('|', '\\|').replaceAll('`', "'")}\` | ${reason ?? '**none**'} |`;

const page = (results: readonly FileResult[], summary: Summary, accepted: Accepted): string =>
  [
    '# Mutation testing',
    '',
    `Written by \`npm run test:mutation\`. ${results.length} files: ${sentence(summary)}`,
    'A survivor stands here until it is tried again, also where a test for it was written meanwhile.',
    '',
    ...folderTable(results, accepted),
    '',
    '| survivor | change | why it may |',
    '| --- | --- | --- |',
    ...summary.survivors.map(row),
    '',
  ].join('\n');

interface Reported {
  /** A page about some modules would replace that about all. */
  readonly isWhole: boolean;
}

/** Says what is known, and writes it if it is about all modules. */
export const report = async (results: readonly FileResult[], { isWhole }: Reported): Promise<Summary> => {
  const accepted = await readAccepted();
  const summary = summarize(results, accepted);
  if (isWhole) await writeFile(RESULTS, page(results, summary, accepted));
  console.log(sentence(summary));
  for (const { file, line, name } of unexplained(summary)) console.log(`  ${file}:${line}  ${name}`);
  return summary;
};
