import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Executor } from './database.ts';
import { serverKeys } from './tables.ts';

/** 32 bytes in base64url. */
const newSecret = (): string => randomBytes(32).toString('base64url');

/** The secret key for a purpose, made when it is first needed and the same on every server. */
export const serverKey = async (db: Executor, purpose: string, now: Date): Promise<string> => {
  const find = () =>
    db.select({ secret: serverKeys.secret }).from(serverKeys).where(eq(serverKeys.purpose, purpose));
  const [known] = await find();
  if (known) return known.secret;
  await db.insert(serverKeys).values({ purpose, secret: newSecret(), createdAt: now }).onConflictDoNothing();
  const [made] = await find();
  if (!made) throw new Error(`there is no key for ${purpose}`);
  return made.secret;
};
