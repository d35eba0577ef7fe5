import os from 'node:os';
import { connect, type Database } from './database.ts';

const MOST_CONNECTIONS = 2;

/** Does nothing if the process is gone or belongs to another user. */
const lowerPriority = (pid: number): void => {
  try {
    os.setPriority(pid, os.constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {}
};

interface Behind {
  /** Tells that the processes of the database are on this machine. */
  readonly isEmbedded: boolean;
}

/**
 * Opens connections for work that takes long. Requests never wait for one of them, and the processes of the embedded
 * PostgreSQL behind them let those of requests go first.
 */
export const connectBehind = (url: string, { isEmbedded }: Behind): Database => {
  const db = connect(url, { max: MOST_CONNECTIONS });
  db.$client.on('connect', (client) => {
    const { processID } = client as unknown as { processID: number | null };
    if (isEmbedded && processID !== null) lowerPriority(processID);
  });
  return db;
};
