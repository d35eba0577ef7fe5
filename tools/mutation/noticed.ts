import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hash } from './coverage.ts';
import type { Mutant } from './mutants.ts';

/*
 * The mutants that a test noticed, kept in the repository, so that a run elsewhere tries only what is new. A mutant is
 * known by its name and the declaration that it stands in: once either changes, it is tried again.
 */

const NOTICED = path.join(import.meta.dirname, 'noticed.json');

/** The fingerprints of the mutants, by module. */
type Noticed = Readonly<Record<string, readonly string[]>>;

export const fingerprint = ({ name, within }: Pick<Mutant, 'name' | 'within'>) =>
  hash(`${name}\n${within}`).slice(0, 8);

export const readNoticed = async (): Promise<Noticed> => {
  const lines: Record<string, string> = JSON.parse(await readFile(NOTICED, 'utf8'));
  return Object.fromEntries(Object.entries(lines).map(([file, line]) => [file, line.split(' ')]));
};

/** One line for each module, so that changes of two branches meet seldom. */
export const writeNoticed = async (noticed: Noticed): Promise<void> => {
  const lines = Object.entries(noticed)
    .filter(([, those]) => those.length > 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, those]) => [file, those.toSorted().join(' ')]);
  await writeFile(NOTICED, `${JSON.stringify(Object.fromEntries(lines), null, 2)}\n`);
};
