import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import type { TestPortal } from '../app.ts';
import { fingerprints, overAll, tablesOf } from '../fingerprints.ts';

const everythingKept = async (
  portal: TestPortal,
  but: readonly string[],
): Promise<Record<string, string>> => {
  const tables = await fingerprints(portal, but);
  const folder = path.join(portal.services.config.dataDir, 'files');
  const files = (await readdir(folder, { recursive: true })).sort().join(' ');
  return { files, ...tables };
};

/** Fails if `work` changes a table, except those in `but`, or a file. */
export const expectNothingKept = async (
  portal: TestPortal,
  work: () => Promise<unknown>,
  but: readonly string[] = [],
): Promise<void> => {
  const before = await everythingKept(portal, but);
  await work();
  expect(await everythingKept(portal, but)).toEqual(before);
};

/** Returns the tables with a row that contains the text. */
export const tablesWith = async (portal: TestPortal, text: string): Promise<string[]> => {
  const found = overAll(
    await tablesOf(portal),
    (table) => `1 from "${table}" as t where strpos(t::text, $1) > 0`,
  );
  const { rows } = await portal.db.$client.query<{ name: string }>(found, [text]);
  return rows.map(({ name }) => name);
};
