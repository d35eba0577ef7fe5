import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';

/** The files that import a file, by path from the project's root. */
type Importers = ReadonlyMap<string, ReadonlySet<string>>;

const resolve = (file: string, name: string): string | null => {
  if (name.startsWith('.')) return path.join(path.dirname(file), name);
  return name.startsWith('@portal/contract/')
    ? `contract/src/${name.slice('@portal/contract/'.length)}.ts`
    : null;
};

const importsOf = (file: string, source: string): string[] =>
  [...source.matchAll(/\bfrom '([^']+)'|\bimport\(?\s*'([^']+)'/g)].flatMap(
    ([, from, dynamic]) => resolve(file, from ?? dynamic ?? '') ?? [],
  );

export const readImporters = async (root: string): Promise<Importers> => {
  const importers = new Map<string, Set<string>>();
  for await (const file of glob(['server/{src,test}/**/*.ts', 'contract/src/**/*.ts'], { cwd: root })) {
    for (const imported of importsOf(file, await readFile(path.join(root, file), 'utf8'))) {
      importers.set(imported, (importers.get(imported) ?? new Set()).add(file));
    }
  }
  return importers;
};

/** How many imports lie between the file and everything that reaches it. */
const distances = (importers: Importers, file: string): Map<string, number> => {
  const found = new Map([[file, 0]]);
  for (const [at, distance] of found) {
    for (const importer of importers.get(at) ?? []) {
      if (!found.has(importer)) found.set(importer, distance + 1);
    }
  }
  return found;
};

/** The files that import the file, those that import these, and so on. */
export const importersOf = (importers: Importers, file: string): string[][] => {
  const rings = Map.groupBy(distances(importers, file), ([, distance]) => distance);
  return [...rings.values()].slice(1).map((ring) => ring.map(([importer]) => importer));
};

/** Tests of other Vitest projects, of the mutants themselves, or of load. */
const isApart = (test: string): boolean =>
  /^tools\/|^server\/(test\/(race|long|plans|pictures)|demo)\/|\/(crowd-of-logins|guessing)\.test\.ts$/.test(
    test,
  );

/** Every operation has its line in them. */
const isTable = (test: string): boolean => /^server\/test\/(office-)?events\.test\.ts$/.test(test);

/** `server/src/payment/refunds/pay.ts` lies in the room `payment`. */
const roomOf = (file: string): string | undefined => file.split('/')[2];

/** Folders outside a room whose tests try what its files do. */
const TRIED_IN: Readonly<Record<string, readonly string[]>> = {
  // Hostile requests try what the platform does for every call.
  platform: ['server/test/hostile/'],
  // Payments enter what is owed and paid into the ledger.
  money: ['server/test/ledger/', 'server/src/payment/'],
};

/** The room of the file, and those whose files import it: they call what it does for them, such as masking its rows. */
const roomsOf = (importers: Importers, file: string): ReadonlySet<string | undefined> =>
  new Set([file, ...(importers.get(file) ?? [])].map(roomOf));

const isInRooms = (test: string, file: string, rooms: ReadonlySet<string | undefined>): boolean =>
  rooms.has(roomOf(test)) || (TRIED_IN[roomOf(file) ?? ''] ?? []).some((folder) => test.startsWith(folder));

/** Tests of the module itself, of what imports it, and of their rooms; every other test that reaches it. */
export interface Tests {
  readonly near: readonly string[];
  readonly far: readonly string[];
}

export const testsOf = (importers: Importers, file: string): Tests => {
  const own = file.replace(/\.ts$/, '.test.ts');
  const rooms = roomsOf(importers, file);
  const reached = [...distances(importers, file)]
    .filter(([test]) => test.endsWith('.test.ts') && !isApart(test))
    .map(([test, distance]) => ({
      test,
      rank: test === own ? 0 : distance + (isInRooms(test, file, rooms) ? 0 : 10),
    }))
    .sort((a, b) => a.rank - b.rank || a.test.localeCompare(b.test));
  const isNear = ({ test, rank }: { test: string; rank: number }) => rank < 12 || isTable(test);
  return {
    near: reached.filter(isNear).map(({ test }) => test),
    far: reached.filter((test) => !isNear(test)).map(({ test }) => test),
  };
};
