import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface LoadOrder {
  /** Database URL of the role that owns the schema. */
  readonly ownerUrl: string;
  /** Milliseconds since 1970. Dates of the data are relative to it. */
  readonly time: number;
}

const PROGRAM = fileURLToPath(new URL('./load-program.ts', import.meta.url));

/** Loads the demo data in a process of its own, because a server would keep the memory that it takes. */
export const loadInChild = async (order: LoadOrder): Promise<boolean> => {
  const child = fork(PROGRAM);
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`loading the demo data has ended with ${code}`);
  });
  child.send(order);
  const [isLoaded] = await Promise.race([once(child, 'message'), ended]);
  ended.catch(() => {});
  child.disconnect();
  return isLoaded === true;
};
