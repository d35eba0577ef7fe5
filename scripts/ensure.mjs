// Makes this copy of the project ready and then runs it: `node scripts/ensure.mjs [--browser] [--build] [--serve | --dev]`.
// It must run before anything is installed: no packages, and only what Node 20 has.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const MODULES = path.join(ROOT, 'node_modules');
const BIN = path.join(MODULES, '.bin');
const NODE = path.join(BIN, 'node');
const INSTALLED = path.join(MODULES, '.ensured');
/** The applications that a browser loads, by their folders. */
const APPLICATIONS = ['web', 'office', 'verify'];
/** Bounds the space for new objects, which would grow to 128 MB during the start, and lets the server collect garbage once after it. */
const MEMORY = ['--max-semi-space-size=16', '--expose-gc'];
const FLAGS = ['--browser', '--build', '--serve', '--dev'];

/** @type {Record<string, string>} what a system may lack, by Debian package */
const NEEDED_BY = {
  'chromium-headless-shell': 'Chromium 瀏覽器',
  'fonts-noto-cjk': '中文字型',
  'util-linux': 'unshare 指令',
};

/** A step that failed: one sentence for the person at the keyboard, and what the program said. */
class Failure extends Error {
  /** @param {string} sentence @param {string} [output] */
  constructor(sentence, output = '') {
    super(sentence);
    this.output = output;
  }
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  console.error(error.message);
  if (error.output) console.error(error.output.replace(/^/gm, '  '));
  process.exit(1);
}

/** @param {string[]} flags */
async function main(flags) {
  const unknown = flags.filter((flag) => !FLAGS.includes(flag));
  if (unknown.length > 0) throw new Failure(`不認識的選項 ${unknown.join(' ')}。(known: ${FLAGS.join(' ')})`);
  if (Number.parseInt(process.versions.node, 10) < 20) {
    throw new Failure(
      `需要 Node.js 20 以上的版本，目前是 ${process.versions.node}。(Node.js 20 or later is needed)`,
    );
  }

  const wanted = flags.includes('--serve') && !hasPackagesOfTests() ? 'to serve' : 'all';
  await ensure(
    () => arePackagesInstalled(wanted),
    () => installPackages(wanted),
  );
  if (flags.includes('--browser')) await ensure(() => missingFromSystem().length === 0, installIntoSystem);
  if (flags.includes('--build') || flags.includes('--serve'))
    await ensure(() => staleApplications().length === 0, buildStale);
  // Set before the start, so that Node loads its compiler of TypeScript, 20 MB, only for changed files.
  process.env.NODE_COMPILE_CACHE ??= path.join(MODULES, '.cache/compiled');
  if (flags.includes('--serve')) await attend([[NODE, ...MEMORY, 'server/src/main.ts']]);
  if (flags.includes('--dev'))
    await attend([
      [NODE, '--watch', 'server/src/main.ts'],
      ...APPLICATIONS.map((name) => [NODE, path.join(BIN, 'vite'), name]),
    ]);
}

/**
 * Two simultaneous runs: the second waits, and finds it done.
 * @param {() => boolean} isDone
 * @param {() => Promise<void>} work
 */
async function ensure(isDone, work) {
  if (isDone()) return;
  const release = await takeTurn();
  try {
    if (!isDone()) await work();
  } finally {
    release();
  }
}

/**
 * The turn is a name in the kernel (an abstract socket), which goes with the process that holds it, however that ends.
 * @returns {Promise<() => void>} gives it up
 */
async function takeTurn() {
  if (process.platform !== 'linux') return () => {};
  const name = `\0portal-ensure-${hash([ROOT])}`;
  for (;;) {
    const server = net.createServer();
    const taken = await new Promise((resolve) => {
      server
        .once('listening', () => resolve(true))
        .once('error', () => resolve(false))
        .listen(name);
    });
    if (taken) {
      /** @type {Set<net.Socket>} */
      const waiting = new Set();
      server.on('connection', (socket) => waiting.add(socket.on('error', () => {})));
      return () => {
        server.close();
        for (const socket of waiting) socket.destroy();
      };
    }
    // The holder answers nothing: the connection closes when it is done or dead.
    await new Promise((resolve) =>
      net
        .connect(name)
        .once('error', () => {})
        .once('close', resolve)
        .resume(),
    );
  }
}

/** @typedef {'all' | 'to serve'} Packages Only tests and benches need those of the root, half of the time. */

/** True also if it is not known, so that nobody loses a package by starting the server. */
function hasPackagesOfTests() {
  return existsSync(MODULES) && !readIfThere(INSTALLED)?.endsWith('to serve');
}

/** @param {Packages} wanted */
function arePackagesInstalled(wanted) {
  const installed = readIfThere(INSTALLED);
  const isEnough = installed === stampOf(wanted) || installed === stampOf('all');
  return isEnough && existsSync(NODE);
}

/** @param {Packages} packages */
function stampOf(packages) {
  const sum = hash([process.platform, process.arch, readFileSync(path.join(ROOT, 'package-lock.json'))]);
  return packages === 'all' ? sum : `${sum} ${packages}`;
}

/**
 * Removes the stamp before installing and writes it after, so that an interrupted installation is repeated.
 * @param {Packages} wanted
 */
async function installPackages(wanted) {
  // A server may be running on these packages: `npm ci` would remove them first.
  const command = arePackagesInstalled('to serve') ? ['install', '--no-save'] : ['ci'];
  const stamp = stampOf(wanted);
  await rm(INSTALLED, { force: true });
  // Settings of this machine must not leave anything out: NODE_ENV=production drops what builds the web.
  const options = [
    '--include=dev',
    '--include=optional',
    '--ignore-scripts=false',
    '--workspaces',
    `--include-workspace-root=${wanted === 'all'}`,
  ];
  const npm = await showProgress('安裝套件中，第一次約需半分鐘…(installing packages)', () =>
    run('npm', [...command, '--loglevel=error', '--no-audit', '--no-fund', ...options], {
      PATH: pathWithoutPackages(),
    }),
  );
  if (npm.code !== 0)
    throw new Failure(
      `安裝套件失敗，請檢查網路連線與磁碟空間後再試一次。(npm ${command[0]} failed)`,
      npm.output,
    );
  const node = await run(NODE, ['--version'], {});
  if (node.code !== 0)
    throw new Failure('套件安裝不完整：缺少 Node 24。(the package "node" is not complete)', node.output);
  await writeFile(INSTALLED, stamp);
}

/**
 * Says what is being done, and in a terminal for how long already.
 * @template T
 * @param {string} text
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
async function showProgress(text, work) {
  const began = Date.now();
  const show = () => {
    if (process.stdout.isTTY) process.stdout.write(`\r${text} ${Math.round((Date.now() - began) / 1000)} 秒`);
  };
  if (process.stdout.isTTY) show();
  else console.log(text);
  const ticking = setInterval(show, 1000);
  try {
    return await work();
  } finally {
    clearInterval(ticking);
    show();
    if (process.stdout.isTTY) console.log();
  }
}

/** npm puts the packages' own Node first on PATH, and must not be run by what it is about to replace. */
function pathWithoutPackages() {
  return searchPath()
    .filter((folder) => !folder.endsWith(path.join('node_modules', '.bin')))
    .join(path.delimiter);
}

/** @returns {string[]} names of Debian packages */
function missingFromSystem() {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH && !isExecutable(CHROMIUM_PATH)) {
    throw new Failure(`CHROMIUM_PATH 指定的 ${CHROMIUM_PATH} 無法執行。(CHROMIUM_PATH cannot be run)`);
  }
  const missing = [];
  if (!CHROMIUM_PATH && !findProgram('chromium-headless-shell')) missing.push('chromium-headless-shell');
  if (!hasChineseFont()) missing.push('fonts-noto-cjk');
  if (isRoot() && !findProgram('unshare')) missing.push('util-linux');
  return missing;
}

/** Looks at the files itself: `fc-list` need not be there, and is slow when its cache is cold. */
function hasChineseFont() {
  const folders = [
    '/usr/share/fonts',
    '/usr/local/share/fonts',
    path.join(os.homedir(), '.local/share/fonts'),
    path.join(os.homedir(), '.fonts'),
  ];
  const chinese = /cjk|sans.?tc|serif.?tc|source.?han|uming|ukai|wqy|droid.?sans.?fallback/i;
  return folders.some((folder) => filesBelow(folder).some((file) => chinese.test(path.basename(file))));
}

async function installIntoSystem() {
  const missing = missingFromSystem();
  const names = missing.map((name) => NEEDED_BY[name] ?? name).join('、');
  if (!isRoot() || !findProgram('apt-get')) {
    throw new Failure(
      `缺少${names}，請先執行 sudo apt-get install ${missing.join(' ')}。(please install: ${missing.join(', ')})`,
    );
  }
  console.log(`安裝${names}中…(installing ${missing.join(', ')})`);
  const quiet = ['-qq', '-o', 'DPkg::Lock::Timeout=300'];
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const update = await run('apt-get', [...quiet, 'update'], env);
  const install = await run(
    'apt-get',
    [...quiet, 'install', '-y', '--no-install-recommends', ...missing],
    env,
  );
  if (install.code !== 0)
    throw new Failure(`無法安裝${names}。(apt-get failed)`, `${update.output}\n${install.output}`.trim());
}

/** @param {string} name */
function distOf(name) {
  return path.join(ROOT, name, 'dist');
}

function staleApplications() {
  return APPLICATIONS.filter((name) => readIfThere(path.join(distOf(name), '.stamp')) !== sourcesOf(name));
}

/** @param {string} name */
function sourcesOf(name) {
  const sources = [name, 'kit', 'contract'].flatMap((folder) => filesBelow(path.join(ROOT, folder)));
  const files = [...sources.sort(), path.join(ROOT, 'package-lock.json')];
  return hash(files.flatMap((file) => [path.relative(ROOT, file), readFileSync(file)]));
}

async function buildStale() {
  await showProgress('建置網頁中…(building the web)', () =>
    Promise.all(staleApplications().map(buildApplication)),
  );
}

/**
 * Built beside and put in place at once: a build cut short leaves the one before.
 * @param {string} name
 */
async function buildApplication(name) {
  const wanted = sourcesOf(name);
  const fresh = path.join(MODULES, `.${name}-new`);
  const old = path.join(MODULES, `.${name}-old`);
  const freshForServer = path.join(MODULES, `.${name}-new-server`);
  for (const folder of [fresh, freshForServer]) await rm(folder, { recursive: true, force: true });
  await mkdir(fresh, { recursive: true });
  // The server renders pages with a part of its own.
  const forServer = path.join(ROOT, name, 'vite.server.config.ts');
  await Promise.all([
    build(name, fresh),
    existsSync(forServer) && build(name, freshForServer, ['--config', forServer]),
  ]);
  if (existsSync(forServer)) await rename(freshForServer, path.join(fresh, 'server'));
  await writeFile(path.join(fresh, '.stamp'), wanted);
  await rm(old, { recursive: true, force: true });
  if (existsSync(distOf(name))) await rename(distOf(name), old);
  await rename(fresh, distOf(name));
  await rm(old, { recursive: true, force: true });
}

/**
 * @param {string} name
 * @param {string} folder
 * @param {string[]} more
 */
async function build(name, folder, more = []) {
  const arguments_ = [
    ...[path.join(BIN, 'vite'), 'build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'],
    ...more,
  ];
  const vite = await run(NODE, arguments_, { NODE_ENV: 'production' }, path.join(ROOT, name));
  if (vite.code !== 0) throw new Failure('建置網頁失敗。(vite build failed)', vite.output);
}

/**
 * Runs programs until the first of them ends, then ends the others, and this process with the code of the first.
 * They are in groups of their own: a terminal's Ctrl-C, which npm repeats, reaches them exactly once, from here.
 * @param {string[][]} commands
 * @returns {Promise<never>}
 */
async function attend(commands) {
  const children = commands.map((command) => {
    const [program, ...arguments_] = boundToThis('TERM', command);
    return spawn(program, arguments_, { cwd: ROOT, stdio: 'inherit', detached: true });
  });
  let wasNamed = false;
  /** @param {NodeJS.Signals} signal */
  const tell = (signal) => {
    if (wasNamed) return;
    wasNamed = true;
    for (const child of children) child.kill(signal);
  };
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => tell(signal === 'SIGHUP' ? 'SIGTERM' : signal));
  }
  // The shell between npm and this process ends at npm's signal without handing it on, and a killed npm hands on nothing.
  const { ppid } = process;
  const watch = setInterval(() => process.ppid !== ppid && tell('SIGTERM'), 250);
  if (!process.env.npm_lifecycle_event) clearInterval(watch);
  const endings = children.map((child) => {
    return new Promise((resolve) => {
      child.once('error', () => resolve(1));
      child.once('exit', (code, signal) =>
        resolve(code ?? 128 + (os.constants.signals[signal ?? 'SIGTERM'] ?? 0)),
      );
    });
  });
  const code = await Promise.race(endings);
  tell('SIGTERM');
  await Promise.all(endings);
  process.exit(code);
}

/**
 * Runs a program to its end, quietly.
 * @param {string} program
 * @param {string[]} arguments_
 * @param {Record<string, string>} env
 * @returns {Promise<{ code: number, output: string }>} the last lines of what it said
 */
function run(program, arguments_, env, cwd = ROOT) {
  const [command, ...rest] = boundToThis('KILL', [program, ...arguments_]);
  return new Promise((resolve) => {
    const child = spawn(command, rest, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const keep = (/** @type {Buffer} */ chunk) => {
      output = (output + chunk).slice(-20_000);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', (error) => resolve({ code: 1, output: error.message }));
    child.once('close', (code) =>
      resolve({ code: code ?? 1, output: output.trim().split('\n').slice(-20).join('\n') }),
    );
  });
}

/**
 * Even if this process is killed, what it started does not go on alone, where the system has the means (Debian has).
 * @param {'TERM' | 'KILL'} signal
 * @param {string[]} command
 * @returns {[string, ...string[]]}
 */
function boundToThis(signal, command) {
  const setpriv = process.platform === 'linux' && findProgram('setpriv');
  return /** @type {[string, ...string[]]} */ (
    setpriv ? [setpriv, `--pdeathsig=${signal}`, '--', ...command] : command
  );
}

/** @param {string} name */
function findProgram(name) {
  return searchPath()
    .map((folder) => path.join(folder, name))
    .find(isExecutable);
}

function searchPath() {
  return (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

function isRoot() {
  return process.getuid?.() === 0;
}

/**
 * @param {string} folder
 * @returns {string[]} without what is made from others
 */
function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : filesBelow(file);
    return entry.isFile() ? [file] : [];
  });
}

/** @param {string} file */
function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** @param {(string | Buffer)[]} parts */
function hash(parts) {
  const sum = createHash('sha256');
  for (const part of parts) sum.update(String(part.length)).update('\0').update(part);
  return sum.digest('hex');
}
