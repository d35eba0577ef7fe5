import { buffer } from 'node:stream/consumers';
import { keepCompiledCode } from '../../platform/compile-cache.ts';
import { exitCodes, Unfit } from './clean-codes.ts';

/* This program runs in a child process, so that a hostile file can exhaust only the memory of the child. */

// Each library takes longer to load than most files to clean.
const cleaners = {
  pdf: async () => (await import('./clean-pdf.ts')).cleanPdf,
  heic: async () => (await import('./clean-heic.ts')).cleanHeic,
};

keepCompiledCode();

const main = async (kind: string | undefined): Promise<void> => {
  const clean = await cleaners[kind === 'heic' ? 'heic' : 'pdf']();
  const bytes = await clean(await buffer(process.stdin));
  process.stdout.end(bytes);
};

await main(process.argv[2]).catch((error: unknown) => {
  process.exitCode = error instanceof Unfit ? exitCodes[error.code] : 1;
});
