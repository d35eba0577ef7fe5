import { createHmac } from 'node:crypto';
import { networkOf } from '../../accounts/sign-in/network.ts';
import type { Database } from '../../platform/database/database.ts';
import { serverKey } from '../../platform/server-key.ts';

const NETWORK_KEY = 'network';

/** The key never changes, so it is read once for each database. */
const keys = new WeakMap<Database, string>();

const keyOf = async (db: Database): Promise<string> => {
  const key = keys.get(db) ?? (await serverKey(db, NETWORK_KEY));
  keys.set(db, key);
  return key;
};

interface NetworkInClass {
  /** The code of the class. */
  readonly code: string;
  /** The IP address of the caller. */
  readonly address: string;
}

/**
 * Returns a tag that is equal for all enrolments in the class from the same network, and different in each class. It
 * does not reveal the network without the server's key.
 */
export const networkTag = async (db: Database, { code, address }: NetworkInClass): Promise<string> =>
  createHmac('sha256', await keyOf(db))
    .update(`${code} ${networkOf(address)}`)
    .digest('base64url');
