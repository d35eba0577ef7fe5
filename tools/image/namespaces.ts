import { execFileSync, spawnSync } from 'node:child_process';

/*
 * What a container engine does with the kernel: folders laid over one another, and programs that see only their own folder,
 * processes and network. All mounts of this process are its own (`inOwnMounts`), so that nothing is left when it ends.
 */

const MARK = 'IMAGE_TRIAL_MOUNTS';

/** Runs this program again with mounts of its own; returns only in there. */
export const inOwnMounts = (): void => {
  if (process.env[MARK]) return;
  if (process.getuid?.() !== 0) throw new Error('only root can build an image without a container engine');
  const program = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  const { status } = spawnSync('unshare', ['--mount', '--propagation=private', ...program], {
    stdio: 'inherit',
    env: { ...process.env, [MARK]: '1' },
  });
  process.exit(status ?? 1);
};

export const mount = (...args: readonly string[]): void => {
  execFileSync('mount', args, { stdio: ['ignore', 'ignore', 'inherit'] });
};

/** `target` shows the folders of `lower`, the first on top; what is changed in it lies in `upper`. */
export const mountLayers = (
  target: string,
  lower: readonly string[],
  { upper, work }: { readonly upper: string; readonly work: string },
): void =>
  mount(
    ...['-t', 'overlay', 'overlay', '-o', `lowerdir=${lower.join(':')},upperdir=${upper},workdir=${work}`],
    target,
  );

/** Words for the shell, each exactly as it is. */
export const quoted = (words: readonly string[]): string =>
  words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');

const DEVICES = ['null', 'zero', 'full', 'random', 'urandom', 'tty'];

/** Lines for a shell in mounts of its own: the system folders of a container below `root`. */
const mountSystem = (root: string): string[] => [
  `mount -t proc proc ${root}/proc`,
  `mount -t tmpfs -o mode=755,size=64k tmpfs ${root}/dev`,
  `mkdir ${root}/dev/shm && mount -t tmpfs tmpfs ${root}/dev/shm`,
  ...DEVICES.flatMap((name) => [
    `touch ${root}/dev/${name}`,
    `mount --bind /dev/${name} ${root}/dev/${name}`,
  ]),
  `ln -s /proc/self/fd ${root}/dev/fd`,
];

interface Program {
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly folder: string;
  /** Numbers of user and group. */
  readonly user: string;
  /** Of root's privileges; all of them if absent. */
  readonly capabilities?: readonly string[];
  /** Lines for the shell that mount what the program finds in the root. */
  readonly mounts?: readonly string[];
  readonly isReadOnly?: boolean;
  /** A network namespace; otherwise that of this process. */
  readonly network?: string;
}

const dropTo = ({ user, capabilities }: Program): string[] => {
  const [uid, gid] = user.split(':');
  const ids = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  if (!capabilities) return ['setpriv', ...ids];
  const kept = ['-all', ...capabilities.map((name) => `+${name.toLowerCase()}`)].join(',');
  return ['setpriv', ...ids, '--no-new-privs', `--bounding-set=${kept}`, `--inh-caps=${kept}`];
};

/** The command that runs a program as process 1 in a root; it ends with all processes in there when it is killed. */
export const inRoot = (root: string, program: Program): [string, ...string[]] => {
  const environment = Object.entries(program.environment).map(([name, value]) => `${name}=${value}`);
  const start = [
    ...['chroot', root, ...dropTo(program), 'env', '-i', ...environment],
    ...['/bin/sh', '-c', `cd ${quoted([program.folder])} && exec "$@"`, 'sh', ...program.command],
  ];
  const script = [
    'set -e',
    ...(program.mounts ?? []),
    ...mountSystem(root),
    ...(program.isReadOnly ? [`mount -o remount,bind,ro ${root}`] : []),
    `exec ${quoted(start)}`,
  ];
  const own = ['--mount', '--pid', '--fork', '--kill-child', '--ipc', '--uts'];
  const enter = program.network ? ['nsenter', `--net=${program.network}`] : [];
  const [first = 'unshare', ...rest] = [...enter, 'unshare', ...own, '/bin/sh', '-c', script.join('\n')];
  return [first, ...rest];
};
