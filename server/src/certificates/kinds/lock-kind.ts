import { eq } from 'drizzle-orm';
import { certificateKinds } from '../../catalogue/tables.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';

/** Layout, numbers and reminders of one kind are saved one after another. Returns its name. Throws `not_found`. */
export const lockKind = async (tx: Tx, kindId: number): Promise<string> => {
  const [found] = await tx
    .select({ name: certificateKinds.name })
    .from(certificateKinds)
    .where(eq(certificateKinds.id, kindId))
    .for('no key update');
  if (!found) throw new Refusal('not_found');
  return found.name;
};
