import { spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Refusal } from '../../platform/errors.ts';
import { limitConcurrency } from '../../platform/http/limit.ts';
import { refusalOf } from './clean-codes.ts';

const CHILD = fileURLToPath(new URL('./clean-child.ts', import.meta.url));

/** In kilobytes. Enough for a picture of 40 megapixels. */
const MEMORY_KB = 800_000;
/** In milliseconds. */
const CLEANING_LIMIT_MS = 20_000;

const childWork = limitConcurrency({ atOnce: 2, waiting: 30 });

// `ulimit -d` bounds all memory that a process writes to; what it only reserves, as V8 does, does not count.
const COMMAND = `ulimit -d ${MEMORY_KB}; exec "$0" "$@"`;

const runChild = async (kind: 'pdf' | 'heic', bytes: Uint8Array): Promise<Buffer> => {
  const child = spawn('/bin/sh', ['-c', COMMAND, process.execPath, CHILD, kind], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {},
    timeout: CLEANING_LIMIT_MS,
    killSignal: 'SIGKILL',
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  // A child that ends before it has read everything breaks the pipe; its exit code says why.
  child.stdin.on('error', () => undefined);
  child.stdin.end(bytes);
  const [exitCode, cleaned] = await Promise.all([ended, buffer(child.stdout)]);
  if (exitCode !== 0 || cleaned.length === 0) throw new Refusal(refusalOf(exitCode));
  return cleaned;
};

export const cleanInChild = (kind: 'pdf' | 'heic', bytes: Uint8Array): Promise<Buffer> =>
  childWork(() => runChild(kind, bytes));
