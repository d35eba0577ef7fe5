import '../src/platform/database/resolve-drizzle.ts';
import { once } from 'node:events';
import { keepCompiledCode } from '../src/platform/compile-cache.ts';
import type { LoadOrder } from './load-in-child.ts';

/* The program of `load-in-child.ts`. It ends with the server that started it. */

keepCompiledCode();
process.once('disconnect', () => process.exit());

const [{ ownerUrl, time }] = (await once(process, 'message')) as [LoadOrder];
// Loaded late, as in `main.ts`.
const { loadForServer } = await import('./load.ts');
process.send?.(await loadForServer(ownerUrl, new Date(time)));
