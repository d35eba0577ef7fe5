import { spawn } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

/* `npm start` installs what the server needs, `npm test` all packages. Stand-ins for npm and Vite note what they are asked. */

const ROOT = path.join(import.meta.dirname, '../..');

const NPM = `#!/bin/sh
echo "$@" >> "$PROJECT/npm.log"
mkdir -p "$PROJECT/node_modules/.bin"
ln -sf "${process.execPath}" "$PROJECT/node_modules/.bin/node"
printf 'process.exit(0)' > "$PROJECT/node_modules/.bin/vite"
`;

let project: string;
beforeEach(async () => {
  project = await mkdtemp(path.join(os.tmpdir(), 'portal-ensure-'));
  const folders = ['bin', 'scripts', 'contract', 'kit', 'web', 'office', 'verify', 'server/src'];
  await Promise.all(folders.map((folder) => mkdir(path.join(project, folder), { recursive: true })));
  await cp(path.join(ROOT, 'scripts/ensure.mjs'), path.join(project, 'scripts/ensure.mjs'));
  await writeFile(path.join(project, 'package-lock.json'), '{}');
  await writeFile(path.join(project, 'server/src/main.ts'), '');
  await writeFile(path.join(project, 'bin/npm'), NPM);
  await chmod(path.join(project, 'bin/npm'), 0o755);
});
afterEach(() => rm(project, { recursive: true }));

const run = (...flags: string[]) =>
  new Promise<number | null>((resolve, reject) => {
    const env = { ...process.env, PROJECT: project, PATH: `${project}/bin:${process.env.PATH}` };
    spawn(process.execPath, ['scripts/ensure.mjs', ...flags], { cwd: project, env, stdio: 'ignore' })
      .once('error', reject)
      .once('exit', resolve);
  });

/** The command of each installation so far, and whether it had the packages of the tests. */
const installations = async (): Promise<string[]> => {
  const log = await readFile(path.join(project, 'npm.log'), 'utf8');
  return log
    .trim()
    .split('\n')
    .map(
      (line) =>
        `${line.split(' ')[0]}, ${line.includes('--include-workspace-root=true') ? 'all' : 'to serve'}`,
    );
};

test('starting installs what the server needs, once', async () => {
  expect([await run('--serve'), await run('--serve')]).toEqual([0, 0]);
  expect(await installations()).toEqual(['ci, to serve']);
});

test('testing after a start adds the other packages and leaves those of a running server', async () => {
  expect([await run('--serve'), await run('--build')]).toEqual([0, 0]);
  expect(await installations()).toEqual(['ci, to serve', 'install, all']);
});

test('starting after a test installs nothing', async () => {
  expect([await run(), await run('--serve')]).toEqual([0, 0]);
  expect(await installations()).toEqual(['ci, all']);
});

test('starting after a change of the packages keeps all of them', async () => {
  await run();
  await writeFile(path.join(project, 'package-lock.json'), '{"changed":true}');
  expect(await run('--serve')).toBe(0);
  expect(await installations()).toEqual(['ci, all', 'ci, all']);
});

test('an installation that was cut short is repeated', async () => {
  await writeFile(path.join(project, 'bin/npm'), `${NPM}exit 1\n`);
  expect(await run('--serve')).toBe(1);
  await writeFile(path.join(project, 'bin/npm'), NPM);
  expect(await run('--serve')).toBe(0);
  expect(await installations()).toHaveLength(2);
});
