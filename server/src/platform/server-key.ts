import { eq } from 'drizzle-orm';
import type { Executor } from './database/database.ts';
import { serverKeys } from './tables.ts';

export const serverKey = async (db: Executor, purpose: string): Promise<string> => {
  const [key] = await db
    .select({ secret: serverKeys.secret })
    .from(serverKeys)
    .where(eq(serverKeys.purpose, purpose));
  if (!key) throw new Error(`there is no key for ${purpose}`);
  return key.secret;
};
