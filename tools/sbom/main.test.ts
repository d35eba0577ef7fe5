import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ROOT } from '../../server/src/platform/config.ts';

interface Component {
  readonly name: string;
  readonly version: string;
}
interface Lock {
  readonly packages: Record<string, { version: string; dev?: boolean; link?: boolean }>;
}

test('the bill of materials lists all packages that run, and no development packages', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [path.join(ROOT, 'tools/sbom/main.mjs')], {
    maxBuffer: 64 * 1024 * 1024,
  });
  const bill: { bomFormat: string; components: Component[] } = JSON.parse(stdout);
  const named = ({ name, version }: Component) => `${name}@${version}`;
  const { workspaces } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8'));
  const foreign = bill.components.filter(({ name }) => !workspaces.includes(name));
  const lock: Lock = JSON.parse(await readFile(path.join(ROOT, 'package-lock.json'), 'utf8'));
  const runs = Object.entries(lock.packages)
    .filter(([place, entry]) => place.includes('node_modules/') && !entry.dev && !entry.link)
    .map(([place, { version }]) => named({ name: place.replace(/.*node_modules\//, ''), version }));
  expect(bill.bomFormat).toBe('CycloneDX');
  expect([...new Set(foreign.map(named))].sort()).toEqual([...new Set(runs)].sort());
  expect(runs).toContainEqual(expect.stringMatching(/^zod@/));
  expect(runs).not.toContainEqual(expect.stringMatching(/^vitest@/));
});
