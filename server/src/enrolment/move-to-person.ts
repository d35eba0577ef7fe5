import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import type { PersonMove } from '../platform/database/person-move.ts';
import { versionOf } from './registration-version.ts';
import { applicantCodes, registrations } from './tables.ts';

export interface MovedRegistration {
  readonly id: number;
  /** Its last step. */
  readonly version: number;
}

/** Locks the registrations, so that no step changes them meanwhile, in the order of all such locks. */
export const lockRegistrationsOf = async (tx: Tx, accountIds: readonly number[]): Promise<void> => {
  await tx
    .select({ id: registrations.id })
    .from(registrations)
    .where(inArray(registrations.accountId, [...accountIds]))
    .orderBy(asc(registrations.id))
    .for('no key update');
};

/** Everything that hangs on a registration goes with it. The person must be in its group. */
export const moveRegistrations = async (tx: Tx, { from, to }: PersonMove): Promise<MovedRegistration[]> => {
  const moved = await tx
    .update(registrations)
    .set({ accountId: to })
    .where(eq(registrations.accountId, from))
    .returning({ id: registrations.id, version: sql<string>`${versionOf(registrations.id)}` });
  return moved.map(({ id, version }) => ({ id, version: Number(version) })).toSorted((a, b) => a.id - b.id);
};

export const returnRegistrations = async (
  tx: Tx,
  { from, to }: PersonMove,
  ids: readonly number[],
): Promise<number> => {
  const { rowCount } = await tx
    .update(registrations)
    .set({ accountId: to })
    .where(and(eq(registrations.accountId, from), inArray(registrations.id, [...ids])));
  return rowCount ?? 0;
};

/** Returns how many codes ended. */
export const endApplicantCodes = async (tx: Tx, accountId: number): Promise<number> =>
  (await tx.delete(applicantCodes).where(eq(applicantCodes.accountId, accountId))).rowCount ?? 0;
