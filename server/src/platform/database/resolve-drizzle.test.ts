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
  const [alone, hooked] = [[], []] as [number[], number[]];
  const isHalf = () => Math.min(...hooked) < 0.5 * Math.min(...alone);
  // The least of each, again while it is too much: what the machine does besides only adds.
  for (let round = 0; round < 5 && !isHalf(); round++) {
    alone.push((await load()).spent);
    const { spent, isOne } = await load('--import', hook);
    expect(isOne).toBe(true);
    hooked.push(spent);
  }
  expect(isHalf()).toBe(true);
});

test('the server loads nothing of drizzle-orm before', async () => {
  const report = `import { registerHooks } from 'node:module';
    registerHooks({ resolve: (specifier, context, next) => {
      if (specifier.startsWith('drizzle-orm')) console.log('early', context.parentURL);
      return next(specifier, context);
    } });`;
  const wrongPort = { ...process.env, PORT: 'none' };
  const start = promisify(execFile)(
    process.execPath,
    [
      '--import',
      `data:text/javascript,${encodeURIComponent(report)}`,
      path.resolve(import.meta.dirname, '../../main.ts'),
    ],
    { env: wrongPort },
  );
  await expect(start).rejects.toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('PORT') });
});
