import { and, eq, inArray } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import type { PersonMove } from '../platform/database/person-move.ts';
import { paymentReports } from './tables.ts';

/** Moves the reports of the person, who must be in the group of each. */
export const moveReports = async (tx: Tx, { from, to }: PersonMove): Promise<number[]> => {
  const moved = await tx
    .update(paymentReports)
    .set({ reportedBy: to })
    .where(eq(paymentReports.reportedBy, from))
    .returning({ id: paymentReports.id });
  return moved.map(({ id }) => id);
};

export const returnReports = async (
  tx: Tx,
  { from, to }: PersonMove,
  ids: readonly number[],
): Promise<void> => {
  await tx
    .update(paymentReports)
    .set({ reportedBy: to })
    .where(and(eq(paymentReports.reportedBy, from), inArray(paymentReports.id, [...ids])));
};
