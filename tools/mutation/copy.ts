import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

export const ROOT = path.resolve(import.meta.dirname, '../..');

const run = promisify(execFile);

/** The project's files as they are now, without those that git ignores. */
const sourceFiles = async (): Promise<string[]> => {
  const { stdout } = await run('git', ['ls-files', '-co', '--exclude-standard', '--deduplicate'], {
    cwd: ROOT,
    maxBuffer: 2 ** 26,
  });
  return stdout.split('\n').filter((file) => file !== '');
};

const WORKSPACES = ['contract', 'kit', 'office', 'server', 'verify', 'web'];

/** Some tests look whether the server complains, which it does where an application is not built. */
const copyBuilds = async (copy: string): Promise<void> => {
  for (const workspace of ['office', 'verify', 'web']) {
    const [from, to] = [ROOT, copy].map((root) => path.join(root, workspace, 'dist'));
    if (from && to && existsSync(from)) await cp(from, to, { recursive: true });
  }
};

/** A workspace has packages of its own where it needs another version than the root. */
const linkWorkspacePackages = async (copy: string): Promise<void> => {
  for (const workspace of WORKSPACES) {
    const packages = path.join(ROOT, workspace, 'node_modules');
    if (existsSync(packages)) await symlink(packages, path.join(copy, workspace, 'node_modules'));
  }
};

/** The installed packages, except that the project's own are those of the copy. */
const linkPackages = async (copy: string): Promise<void> => {
  const [from, to] = [path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules')];
  await mkdir(path.join(to, '@portal'), { recursive: true });
  for (const name of await readdir(from)) {
    if (name === '.bin' || !/^(\.|@portal$)/.test(name))
      await symlink(path.join(from, name), path.join(to, name));
  }
  for (const name of await readdir(path.join(from, '@portal'))) {
    await symlink(path.join(copy, name), path.join(to, '@portal', name));
  }
  await linkWorkspacePackages(copy);
};

/** A copy of the project in a temporary folder: nothing is ever changed in the project itself. */
export const copyProject = async (): Promise<string> => {
  const copy = await mkdtemp(path.join(os.tmpdir(), 'portal-mutation-'));
  for (const file of await sourceFiles()) {
    await cp(path.join(ROOT, file), path.join(copy, file), { recursive: true });
  }
  await copyBuilds(copy);
  await linkPackages(copy);
  return copy;
};
