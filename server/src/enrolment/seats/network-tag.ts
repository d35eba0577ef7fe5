import { createHmac } from 'node:crypto';
import { networkOf } from '../../accounts/sign-in/network.ts';
import type { Database } from '../../platform/database/database.ts';
import { serverKey } from '../../platform/server-key.ts';

const NETWORK_KEY = 'network';

/** The key never changes, so each database is asked once. */
const keys = new WeakMap<Database, string>();

const keyOf = async (db: Database): Promise<string> => {
  const key = keys.get(db) ?? (await serverKey(db, NETWORK_KEY));
  keys.set(db, key);
  return key;
};

interface Enrolling {
  readonly code: string;
  readonly address: string;
}

/**
 * The same for everybody who enrols in the class from the same network. Without the key it names no network, and it is
 * another one in each class.
 */
export const networkTag = async (db: Database, { code, address }: Enrolling): Promise<string> =>
  createHmac('sha256', await keyOf(db))
    .update(`${code} ${networkOf(address)}`)
    .digest('base64url');
