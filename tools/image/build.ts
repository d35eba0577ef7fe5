import { execFileSync } from 'node:child_process';
import { cp, mkdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Command, readContainerfile, readIgnored, type Stage, type Step } from './containerfile.ts';
import { inRoot, mountLayers } from './namespaces.ts';

/** A stage that was carried out. */
export interface Image {
  /** All of its files. */
  readonly root: string;
  /** The folders that lie over one another in it, the top first. */
  readonly layers: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly folder: string;
  /** Numbers of user and group. */
  readonly user: string;
  readonly volumes: readonly string[];
  readonly healthCheck: Command | null;
  readonly entrypoint: readonly string[];
  readonly command: Command | null;
}

interface Workshop {
  /** Where images lie. */
  readonly folder: string;
  /** What `COPY` finds. */
  readonly context: string;
  readonly base: Image;
}

const DEBIAN = 'docker.io/library/debian:trixie-slim';
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** As the image of that name is made: Debian's essential packages and apt, without manuals, and no service starts by itself. */
export const makeDebian = async (root: string): Promise<Image> => {
  const left = ['/usr/share/doc/*', '/usr/share/man/*', '/usr/share/info/*', '/usr/share/locale/*'];
  const options = [...left.map((each) => `path-exclude=${each}`), 'force-unsafe-io'];
  const policy = `printf '#!/bin/sh\\nexit 101\\n' > "$1/usr/sbin/policy-rc.d" && chmod 755 "$1/usr/sbin/policy-rc.d"`;
  execFileSync(
    'mmdebstrap',
    [
      '--quiet',
      '--variant=minbase',
      ...options.map((each) => `--dpkgopt=${each}`),
      `--customize-hook=${policy}`,
      'trixie',
      root,
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  const environment = { PATH };
  return {
    ...{ root, layers: [root], environment, folder: '/', user: '0:0' },
    ...{ volumes: [], healthCheck: null, entrypoint: [], command: null },
  };
};

/** What this machine needs to reach the registries; it is not part of the image. */
const reachRegistries = (root: string) => {
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  const names = ['http_proxy', 'https_proxy', 'no_proxy'];
  const proxies = names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []));
  const environment: Record<string, string> = Object.fromEntries(proxies);
  const mounts = [`touch ${root}/etc/resolv.conf`, `mount --bind /etc/resolv.conf ${root}/etc/resolv.conf`];
  if (certificates) {
    const inside = '/mnt/registries.crt';
    Object.assign(environment, { NODE_EXTRA_CA_CERTS: inside, npm_config_cafile: inside });
    mounts.push(`mount -t tmpfs tmpfs ${root}/mnt`, `cp ${certificates} ${root}${inside}`);
  }
  return { environment, mounts };
};

const run = (image: Image, command: Command): void => {
  const { environment, mounts } = reachRegistries(image.root);
  const program = {
    command,
    environment: { HOME: '/root', ...image.environment, ...environment },
    folder: image.folder,
    user: image.user,
    mounts,
  };
  const [file, ...args] = inRoot(image.root, program);
  execFileSync(file, args, { stdio: ['ignore', 'inherit', 'inherit'] });
};

/** Folders of the context are copied as they are, but for the names in `.dockerignore`. */
const copyFromContext = async (context: string, source: string, target: string): Promise<void> => {
  const isIgnored = readIgnored(await readFile(path.join(context, '.dockerignore'), 'utf8'));
  await cp(path.join(context, source), target, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) => !isIgnored(path.relative(context, file)),
  });
};

const copy = async (
  { context }: Workshop,
  image: Image,
  stages: ReadonlyMap<string, Image>,
  { from, sources, to }: Extract<Step, { does: 'copy' }>,
): Promise<void> => {
  const folder = path.join(image.root, path.resolve(image.folder, to));
  for (const source of sources) {
    const origin = from === null ? context : stages.get(from)?.root;
    if (origin === undefined) throw new Error(`COPY --from=${from}: there is no such stage`);
    const isFolder = (await stat(path.join(origin, source))).isDirectory();
    const target = isFolder || !/\/$|^\.$/.test(to) ? folder : path.join(folder, path.basename(source));
    await mkdir(isFolder ? target : path.dirname(target), { recursive: true });
    if (from === null) await copyFromContext(origin, source, target);
    else execFileSync('cp', ['-a', path.join(origin, source) + (isFolder ? '/.' : ''), target]);
  }
};

/** A volume begins with what the image has there. */
const makeVolume = async (image: Image, folder: string): Promise<void> => {
  await mkdir(path.join(image.root, folder), { recursive: true });
};

const carryOut = async (
  workshop: Workshop,
  image: Image,
  stages: ReadonlyMap<string, Image>,
  step: Step,
): Promise<Image> => {
  switch (step.does) {
    case 'run':
      run(image, step.command);
      return image;
    case 'copy':
      await copy(workshop, image, stages, step);
      return image;
    case 'set':
      return { ...image, environment: { ...image.environment, ...step.variables } };
    case 'enter':
      await mkdir(path.join(image.root, step.folder), { recursive: true });
      return { ...image, folder: step.folder };
    case 'become':
      return { ...image, user: step.user };
    case 'keep':
      for (const folder of step.folders) await makeVolume(image, folder);
      return { ...image, volumes: [...image.volumes, ...step.folders] };
  }
};

const startFrom = async (
  { folder, base }: Workshop,
  stage: Stage,
  stages: ReadonlyMap<string, Image>,
  name: string,
): Promise<Image> => {
  const from = stage.from === DEBIAN ? base : stages.get(stage.from);
  if (!from) throw new Error(`FROM ${stage.from}: only ${DEBIAN} can be had here`);
  const [root, upper, work] = ['root', 'upper', 'work'].map((each) => path.join(folder, name, each)) as [
    string,
    string,
    string,
  ];
  for (const each of [root, upper, work]) await mkdir(each, { recursive: true });
  mountLayers(root, from.layers, { upper, work });
  return {
    ...from,
    root,
    layers: [upper, ...from.layers],
    healthCheck: stage.healthCheck ?? from.healthCheck,
    entrypoint: stage.entrypoint.length > 0 ? stage.entrypoint : from.entrypoint,
    command: stage.command ?? from.command,
  };
};

/** Carries out the instructions of a Containerfile; returns its last stage. */
export const build = async (workshop: Workshop, name: string, text: string): Promise<Image> => {
  const stages = new Map<string, Image>();
  let image: Image | undefined;
  for (const [index, stage] of readContainerfile(text).entries()) {
    image = await startFrom(workshop, stage, stages, `${name}-${index}`);
    for (const step of stage.steps) image = await carryOut(workshop, image, stages, step);
    if (stage.name) stages.set(stage.name, image);
  }
  if (!image) throw new Error(`${name} has no stage`);
  return image;
};

/** In bytes, of all files of the image, as an engine counts them. */
export const sizeOf = ({ root }: Image): number =>
  Number(
    execFileSync('du', ['-sx', '--apparent-size', '--block-size=1', root], { encoding: 'utf8' }).split(
      '\t',
    )[0],
  );
