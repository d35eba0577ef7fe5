import { execFileSync, spawnSync } from 'node:child_process';
import { chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build, type Image, makeDebian, sizeOf } from './build.ts';
import { inOwnMounts, inRoot } from './namespaces.ts';

/*
 * Builds the images of deploy/ by their Containerfiles without a container engine, and starts what deploy/compose.yaml says:
 * npm run test:image. Needs root and the Debian packages mmdebstrap and iproute2; reaches the registries of Debian and npm.
 */

const { values } = parseArgs({
  options: {
    /** Keeps the folder with the images and logs. */
    keep: { type: 'boolean', default: false },
  },
});

const ROOT = path.resolve(import.meta.dirname, '../..');
const MEGABYTE = 1e6;
const LARGEST = 400 * MEGABYTE;
/** The user of PostgreSQL in its image. */
const POSTGRES = 999;
/** Not in the image of a server. */
const BUILD_TOOLS = ['npm', 'gcc', 'cc', 'make', 'python3', 'git'];

/** What stands for images of a registry that is not reached, and a Compose that reads the file. */
const STAND_INS = {
  'docker.io/library/caddy:2': `FROM docker.io/library/debian:trixie-slim
RUN apt-get update && apt-get install --yes --no-install-recommends ca-certificates caddy
ENV XDG_CONFIG_HOME=/config XDG_DATA_HOME=/data
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]`,
  compose: `FROM docker.io/library/debian:trixie-slim
RUN apt-get update && apt-get install --yes --no-install-recommends docker-compose`,
} as const;

const SETTINGS = {
  SITE: 'portal.localhost',
  SMTP_URL: 'smtp://172.30.43.1:2525',
  MAIL_FROM: 'no-reply@portal.localhost',
  DB_PASSWORD: 'first',
  DB_OWNER_PASSWORD: 'second',
  BACKUP_PASSWORD: 'third',
};

/** Compose itself reads the file: what it does not understand is an error. */
const readProject = (compose: Image, backups: string): string => {
  const mounted = path.join(compose.root, ROOT);
  const [file, ...args] = inRoot(compose.root, {
    command: [
      'docker-compose',
      '--file',
      'deploy/compose.yaml',
      '--profile',
      'restore',
      'config',
      '--format',
      'json',
    ],
    environment: { ...compose.environment, ...SETTINGS, BACKUPS: backups },
    folder: ROOT,
    user: '0:0',
    mounts: [`mkdir -p ${mounted}`, `mount --bind ${ROOT} ${mounted}`],
  });
  return execFileSync(file, args, { encoding: 'utf8' });
};

const checkImage = (image: Image): void => {
  const size = sizeOf(image);
  console.log(`the image of the portal: ${Math.round(size / MEGABYTE)} MB`);
  if (size > LARGEST) throw new Error(`the image is larger than ${LARGEST / MEGABYTE} MB`);
  const folders = (image.environment.PATH ?? '').split(':');
  const found = BUILD_TOOLS.filter((name) =>
    folders.some((folder) => spawnSync('test', ['-e', path.join(image.root, folder, name)]).status === 0),
  );
  if (found.length > 0) throw new Error(`the image has build tools: ${found.join(' ')}`);
};

const run = async (folder: string): Promise<void> => {
  console.log(`running in ${folder}`);
  const workshop = { folder, context: ROOT, base: await makeDebian(path.join(folder, 'debian')) };
  const read = (name: string) => readFile(path.join(ROOT, 'deploy', name), 'utf8');
  const portal = await build(workshop, 'portal', await read('Containerfile'));
  checkImage(portal);
  const images: Record<string, Image> = {
    'localhost/portal': portal,
    'localhost/portal-database': await build(workshop, 'database', await read('database/Containerfile')),
  };
  for (const [index, [name, text]] of Object.entries(STAND_INS).entries())
    images[name] = await build(workshop, `stand-in-${index}`, text);
  const backups = path.join(folder, 'backups');
  await mkdir(backups, { mode: 0o700 });
  await chown(backups, POSTGRES, POSTGRES);
  if (!images.compose) throw new Error('no Compose was built');
  const project = JSON.parse(readProject(images.compose, backups));
  const plan = path.join(folder, 'plan.json');
  await writeFile(plan, JSON.stringify({ project, images, folder }));
  const trial = path.join(import.meta.dirname, 'trial.ts');
  // In a network of its own: nothing of the trial is seen outside, and no port is taken.
  execFileSync('unshare', ['--net', process.execPath, trial, plan], { stdio: 'inherit' });
};

inOwnMounts();
const folder = await mkdtemp(path.join(os.tmpdir(), 'portal-image-'));
try {
  await run(folder);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  if (!values.keep) {
    // The layers of images cannot be removed while they lie over one another.
    spawnSync('umount', [
      '--recursive',
      '--lazy',
      ...execFileSync('findmnt', ['-rno', 'TARGET'])
        .toString()
        .split('\n')
        .filter((each) => each.startsWith(folder)),
    ]);
    await rm(folder, { recursive: true, force: true });
  }
}
