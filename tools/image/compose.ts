import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Started, start } from '../cluster/processes.ts';
import type { Image } from './build.ts';
import { inRoot, mount, quoted } from './namespaces.ts';

/** What `docker-compose config --format json` says of a service; other settings are the engine's affair. */
export interface Service {
  readonly image: string;
  readonly command?: readonly string[] | null;
  readonly user?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly {
    readonly source: string;
    readonly target: string;
    readonly read_only?: boolean;
  }[];
  readonly tmpfs?: readonly string[];
  readonly networks?: Readonly<Record<string, { readonly ipv4_address?: string } | null>>;
  readonly cap_add?: readonly string[];
  readonly stop_signal?: NodeJS.Signals;
}

export interface Project {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<
    Record<string, { readonly ipam?: { readonly config?: readonly { readonly subnet: string }[] } }>
  >;
}

export interface Container {
  readonly name: string;
  readonly address: string;
  isAlive(): boolean;
  /** Runs a program beside the container's own; returns what it printed. Throws if it failed. */
  execute(command: readonly string[], user?: string): string;
  isHealthy(): boolean;
  kill(): Promise<void>;
  /** As `stop` of an engine; returns the seconds that it took, and how the program ended. */
  stop(): Promise<{ readonly seconds: number; readonly code: number | null }>;
  log(): string;
}

const ip = (...args: readonly string[]): void => {
  execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'inherit'] });
};

/** The bridge that stands for the network; this process has its first address. */
export const openNetwork = ({ networks }: Project, name: string): string => {
  const subnet = networks[name]?.ipam?.config?.[0]?.subnet;
  if (!subnet) throw new Error(`the network ${name} has no subnet`);
  const start = subnet.replace(/\.0\/24$/, '.');
  mkdirSync('/run/netns', { recursive: true });
  mount('-t', 'tmpfs', 'tmpfs', '/run/netns');
  ip('link', 'set', 'lo', 'up');
  ip('link', 'add', name, 'type', 'bridge');
  ip('addr', 'add', `${start}1/24`, 'dev', name);
  ip('link', 'set', name, 'up');
  return start;
};

/** Each service has the address that it asks for, or one of the following. */
export const giveAddresses = (
  { services }: Project,
  network: string,
  start: string,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(services).map(([name, service], index) => [
      name,
      service.networks?.[network]?.ipv4_address ?? `${start}${10 + index}`,
    ]),
  );

const attach = (name: string, address: string, network: string | null): void => {
  ip('netns', 'add', name);
  ip('-n', name, 'link', 'set', 'lo', 'up');
  if (!network) return;
  ip('link', 'add', `to-${name}`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
  ip('link', 'set', `to-${name}`, 'master', network, 'up');
  ip('-n', name, 'addr', 'add', `${address}/24`, 'dev', 'eth0');
  ip('-n', name, 'link', 'set', 'eth0', 'up');
};

interface Place {
  readonly folder: string;
  readonly network: string;
  readonly addresses: Readonly<Record<string, string>>;
}

/** A volume without content begins as the image's folder. */
const openVolume = ({ folder }: Place, { root }: Image, source: string, target: string): string => {
  if (path.isAbsolute(source)) return source;
  const volume = path.join(folder, 'volumes', source);
  mkdirSync(path.dirname(volume), { recursive: true });
  const inside = path.join(root, target);
  if (!existsSync(volume))
    existsSync(inside) ? execFileSync('cp', ['-a', inside, volume]) : mkdirSync(volume);
  return volume;
};

const mountsOf = (place: Place, image: Image, service: Service, root: string, hosts: string): string[] => [
  `mount --bind ${image.root} ${root}`,
  ...(service.volumes ?? []).flatMap(({ source, target, read_only }) => [
    `mount --bind ${quoted([openVolume(place, image, source, target), `${root}${target}`])}`,
    ...(read_only ? [`mount -o remount,bind,ro ${root}${target}`] : []),
  ]),
  ...(service.tmpfs ?? []).map((each) => {
    const [target, options] = each.split(':');
    return `mount -t tmpfs ${options ? `-o ${options}` : ''} tmpfs ${root}${target}`;
  }),
  `mount --bind ${hosts} ${root}/etc/hosts`,
];

const childOf = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0]);

const isFile = (source: string): boolean => statSync(source, { throwIfNoEntry: false })?.isFile() ?? false;

/** A mount needs something to be mounted on; an engine makes it in a layer of its own. */
const makeMountPoints = ({ root }: Image, service: Service): void => {
  const files = (service.volumes ?? []).filter(({ source }) => isFile(source)).map(({ target }) => target);
  const others = (service.volumes ?? []).map(({ target }) => target).filter((each) => !files.includes(each));
  const memory = (service.tmpfs ?? []).map((each) => each.split(':')[0] ?? '');
  for (const folder of [...others, ...memory]) mkdirSync(path.join(root, folder), { recursive: true });
  for (const file of [...files, '/etc/hosts']) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), '', { flag: 'a' });
  }
};

const begun = new Set<Container>();

/** A process that has changed its user does not end with its parent. */
export const killAll = async (): Promise<void> => {
  for (const container of begun) await container.kill();
};

/** Starts the service as the file says: its user and privileges, its volumes, and a root that cannot be written. */
export const startContainer = (name: string, service: Service, image: Image, place: Place): Container => {
  const { addresses, folder } = place;
  const address = addresses[name] ?? '';
  const root = path.join(folder, 'containers', name);
  const hosts = path.join(folder, `${name}.hosts`);
  const log = path.join(folder, `${name}.log`);
  mkdirSync(root, { recursive: true });
  const lines = Object.entries(addresses).map(([each, its]) => `${its} ${each}`);
  writeFileSync(hosts, ['127.0.0.1 localhost', ...lines, ''].join('\n'));
  makeMountPoints(image, service);
  if (!existsSync(`/run/netns/${name}`)) attach(name, address, service.networks ? place.network : null);
  const command = [...image.entrypoint, ...(service.command ?? image.command ?? [])];
  const environment = { ...image.environment, ...service.environment };
  const user = service.user ?? image.user;
  const [file, ...args] = inRoot(root, {
    ...{ command, environment, user, folder: image.folder, isReadOnly: true },
    capabilities: service.cap_add ?? [],
    mounts: mountsOf(place, image, service, root, hosts),
    network: `/run/netns/${name}`,
  });
  const started: Started = start(file, args, { log });
  const execute = (words: readonly string[], as = user): string => {
    const [uid, gid] = as.split(':');
    const variables = Object.entries(environment).map(([key, value]) => `${key}=${value}`);
    const inside = [`--target=${childOf(started.pid)}`, '--mount', '--pid', '--net', '--root', '--wd'];
    const become = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
    return execFileSync('nsenter', [...inside, 'env', '-i', ...variables, ...become, ...words], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 120_000,
    });
  };
  const end = async (signal: NodeJS.Signals) => {
    const began = performance.now();
    const pid = started.isAlive() ? childOf(started.pid) : 0;
    if (pid > 0) process.kill(pid, signal);
    else started.kill(signal);
    while (started.isAlive()) await sleep(20);
    return { seconds: (performance.now() - began) / 1000, code: started.child.exitCode };
  };
  const container: Container = {
    name,
    address,
    isAlive: started.isAlive,
    execute,
    isHealthy: () => {
      try {
        execute(image.healthCheck ?? ['true']);
        return true;
      } catch {
        return false;
      }
    },
    kill: async () => void (await end('SIGKILL')),
    stop: () => end(service.stop_signal ?? 'SIGTERM'),
    log: () => readFileSync(log, 'utf8'),
  };
  begun.add(container);
  return container;
};
