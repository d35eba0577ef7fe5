import { and, inArray, isNotNull } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { ERASED_TEXT, type ErasedPart, erasedPart } from '../platform/database/erased.ts';
import { results } from './tables.ts';

/** Results and attendance stay without a name; the reasons of staff may tell of the person. */
export const maskResultReasons = async (
  tx: Tx,
  { registrationIds }: { readonly registrationIds: readonly number[] },
): Promise<ErasedPart> =>
  erasedPart(
    results,
    'masked',
    await tx
      .update(results)
      .set({ reason: ERASED_TEXT })
      .where(and(inArray(results.registrationId, [...registrationIds]), isNotNull(results.reason))),
  );
