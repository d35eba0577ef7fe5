import { execFileSync } from 'node:child_process';
import type { User } from './processes.ts';

/** PostgreSQL refuses root: its own user then, otherwise nobody else. */
export const serviceUser = (): User | undefined => {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
};
