// Prints what the portal is made of at run time as CycloneDX: `npm run -s sbom > sbom.json`.
// `npm sbom --omit dev` leaves out what a development package uses too (zod, nodemailer …), so it is run on a copy without those.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** @param {string} file */
const readJson = async (file) => JSON.parse(await readFile(path.join(ROOT, file), 'utf8'));

/** @param {string} file @param {unknown} content */
const writeJson = async (file, content) => {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(content));
};

/** @typedef {{ devDependencies?: unknown, workspaces: string[] }} Description */

/** @param {Description} described */
const withoutDev = ({ devDependencies, ...rest }) => rest;

/** @param {string} folder a copy of what npm reads, for it to describe */
const copyTo = async (folder) => {
  const description = withoutDev(await readJson('package.json'));
  const lock = await readJson('package-lock.json');
  const kept = Object.entries(lock.packages).filter(([, entry]) => !entry.dev);
  lock.packages = Object.fromEntries(kept.map(([name, entry]) => [name, withoutDev(entry)]));
  await writeJson(path.join(folder, 'package.json'), description);
  await writeJson(path.join(folder, 'package-lock.json'), lock);
  for (const workspace of description.workspaces) {
    const file = path.join(workspace, 'package.json');
    await writeJson(path.join(folder, file), withoutDev(await readJson(file)));
  }
};

const scratch = await mkdtemp(path.join(os.tmpdir(), 'sbom-'));
try {
  // npm takes the folder's name for the product's.
  const folder = path.join(scratch, 'trainee-portal');
  await copyTo(folder);
  const options = ['--package-lock-only', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
  const { stdout } = await promisify(execFile)('npm', ['sbom', ...options], {
    cwd: folder,
    maxBuffer: 64 * 1024 * 1024,
  });
  process.stdout.write(stdout);
} finally {
  await rm(scratch, { recursive: true, force: true });
}
