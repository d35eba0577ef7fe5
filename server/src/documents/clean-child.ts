import { buffer } from 'node:stream/consumers';
import { exitCodes, Unfit } from './clean-codes.ts';
import { cleanHeic } from './clean-heic.ts';
import { cleanPdf } from './clean-pdf.ts';

/* This program runs in a child process, so that a hostile file can exhaust only the memory of the child. */

const cleaners = { pdf: cleanPdf, heic: cleanHeic };

const main = async (kind: string | undefined): Promise<void> => {
  const clean = kind === 'heic' ? cleaners.heic : cleaners.pdf;
  const bytes = await clean(await buffer(process.stdin));
  process.stdout.end(bytes);
};

await main(process.argv[2]).catch((error: unknown) => {
  process.exitCode = error instanceof Unfit ? exitCodes[error.code] : 1;
});
