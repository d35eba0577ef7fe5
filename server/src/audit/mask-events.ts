import { sql } from 'drizzle-orm';
import { registrationEvents } from '../enrolment/tables.ts';
import type { Tx } from '../platform/database/database.ts';
import { type ErasedPart, erasedPart } from '../platform/database/erased.ts';
import { auditEvents } from './tables.ts';

/**
 * Replaces the words in the texts of events about an erased person. The database does it with the rights of the owner,
 * and changes nothing else.
 */
export const maskEvents = async (
  tx: Tx,
  { accountId, words }: { readonly accountId: number; readonly words: readonly string[] },
): Promise<ErasedPart[]> => {
  const { rows } = await tx.execute<{ audit: string; registration: string }>(
    sql`select audit, registration from mask_events_of_erased(${accountId}, ${sql.param([...words])}::text[])`,
  );
  return [
    erasedPart(auditEvents, 'masked', { rowCount: Number(rows[0]?.audit ?? 0) }),
    erasedPart(registrationEvents, 'masked', { rowCount: Number(rows[0]?.registration ?? 0) }),
  ];
};
