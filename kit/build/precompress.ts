import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** A script may become smaller with the parameters that are meant for fonts. */
const modes = [constants.BROTLI_MODE_GENERIC, constants.BROTLI_MODE_FONT] as const;

const compressWith = (bytes: Buffer, mode: number): Promise<Buffer> =>
  promisify(brotliCompress)(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_MODE]: mode,
    },
  });

/** Writes `.br` and `.gz` beside every text file of the build, so that the server never compresses at request time. */
export const precompress = (): Plugin => {
  let folder = '';
  const compressFile = async (file: string) => {
    const bytes = await readFile(file);
    const results = await Promise.all(modes.map((mode) => compressWith(bytes, mode)));
    const smallest = results.reduce((best, other) => (other.length < best.length ? other : best));
    await writeFile(`${file}.br`, smallest);
    await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
  };
  return {
    name: 'precompress',
    apply: 'build',
    configResolved: (config) => {
      folder = path.resolve(config.root, config.build.outDir);
    },
    closeBundle: {
      order: 'post',
      handler: async () => {
        const files = await readdir(folder, { recursive: true });
        const texts = files.filter((file) => /\.(js|css|svg|html|webmanifest)$/.test(file));
        await Promise.all(texts.map((file) => compressFile(path.join(folder, file))));
      },
    },
  };
};
