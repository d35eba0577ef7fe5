import { eq } from 'drizzle-orm';
import type { Tx } from '../platform/database.ts';
import { registrations } from './tables.ts';

/** Lock the class before the registration. */
export const lockRegistration = async (tx: Tx, id: number) => {
  const [found] = await tx.select().from(registrations).where(eq(registrations.id, id)).for('no key update');
  if (!found) throw new Error(`registration ${id} is gone`);
  return found;
};
