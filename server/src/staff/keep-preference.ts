import type { Tx } from '../platform/database/database.ts';
import type { KnownStaff } from './actors.ts';
import { staffPreferences } from './tables.ts';

/** Records no event: the choice only changes the person's own view. */
export const keepPreference = async (
  tx: Tx,
  { name, value }: { name: string; value: unknown },
  { actor: { staffId }, now }: { actor: KnownStaff; now: Date },
): Promise<void> => {
  const kept = { value, updatedAt: now };
  await tx
    .insert(staffPreferences)
    .values({ staffId, name, ...kept })
    .onConflictDoUpdate({ target: [staffPreferences.staffId, staffPreferences.name], set: kept });
};
