import { enableCompileCache } from 'node:module';
import path from 'node:path';

/** Keeps the compiled code of all files that are imported later. Without a writable folder nothing is kept. */
export const keepCompiledCode = (): void => {
  enableCompileCache(path.join(import.meta.dirname, '../../../node_modules/.cache/compiled'));
};
