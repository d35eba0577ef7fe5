import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { ERASED_TEXT, type ErasedPart, erasedPart } from '../platform/database/erased.ts';
import { applicantCodes, registrationNotes, registrations } from './tables.ts';

interface Erased {
  readonly accountId: number;
  readonly registrationIds: readonly number[];
}

/** The registrations stay, with nothing that leads to the person. */
export const eraseRegistrations = async (
  tx: Tx,
  { accountId, registrationIds }: Erased,
): Promise<ErasedPart[]> => {
  const emptied = await tx
    .update(registrations)
    .set({
      reason: sql`case when ${registrations.reason} is not null then ${ERASED_TEXT} end`,
      network: null,
    })
    .where(
      and(
        eq(registrations.accountId, accountId),
        or(isNotNull(registrations.reason), isNotNull(registrations.network)),
      ),
    );
  const notes = await tx
    .delete(registrationNotes)
    .where(inArray(registrationNotes.registrationId, [...registrationIds]));
  const codes = await tx.delete(applicantCodes).where(eq(applicantCodes.accountId, accountId));
  return [
    erasedPart(registrations, 'emptied', emptied),
    erasedPart(registrationNotes, 'deleted', notes),
    erasedPart(applicantCodes, 'deleted', codes),
  ];
};
