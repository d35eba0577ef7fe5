import { eq } from 'drizzle-orm';
import type { Tx } from '../platform/database.ts';
import { registrations } from './tables.ts';

/** The caller must have locked the class. */
export const lockRegistration = async (tx: Tx, id: number) => {
  const [found] = await tx.select().from(registrations).where(eq(registrations.id, id)).for('no key update');
  if (!found) throw new Error(`registration ${id} is gone`);
  return found;
};
