import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const hook = path.join(import.meta.dirname, 'resolve-drizzle.ts');

const script = `
  const before = process.cpuUsage();
  const { pgTable } = await import('drizzle-orm/pg-core');
  const again = await import('drizzle-orm/pg-core');
  const { user, system } = process.cpuUsage(before);
  console.log(JSON.stringify({ spent: user + system, isOne: typeof pgTable === 'function' && again.pgTable === pgTable }));
`;

const load = async (...options: string[]): Promise<{ spent: number; isOne: boolean }> => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...options, '--input-type=module', '--eval', script],
    { cwd: import.meta.dirname },
  );
  return JSON.parse(stdout);
};

test('drizzle-orm loads in less than half of the time that Node needs for it', async () => {
  const alone = await load();
  const hooked = await load('--import', hook);
  expect(hooked.isOne).toBe(true);
  expect(hooked.spent / alone.spent).toBeLessThan(0.5);
});
