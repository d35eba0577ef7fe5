import type { Right } from '@portal/contract/rights';
import { eq } from 'drizzle-orm';
import { classes } from '../classes/tables.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { may } from '../staff/policy.ts';

export type LockedClass = typeof classes.$inferSelect;

/** Throws `not_found` if the right does not hold for its organisation. */
export const lockClass = async (
  tx: Tx,
  { id, actor, right }: { id: number; actor: Staff; right: Right },
): Promise<LockedClass> => {
  const [found] = await tx.select().from(classes).where(eq(classes.id, id)).for('no key update');
  if (!found || !may(actor, right, found.organizationId)) throw new Refusal('not_found');
  return found;
};
