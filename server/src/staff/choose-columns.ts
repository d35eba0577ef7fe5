import type { Tx } from '../platform/database/database.ts';
import type { KnownStaff } from './actors.ts';
import { staffPreferences } from './tables.ts';

/** Records no event: the choice only changes the person's own view. */
export const chooseColumns = async (
  tx: Tx,
  { list, columns }: { list: string; columns: readonly string[] },
  { actor: { staffId }, now }: { actor: KnownStaff; now: Date },
): Promise<void> => {
  const kept = { value: columns, updatedAt: now };
  await tx
    .insert(staffPreferences)
    .values({ staffId, name: `columns.${list}`, ...kept })
    .onConflictDoUpdate({ target: [staffPreferences.staffId, staffPreferences.name], set: kept });
};
