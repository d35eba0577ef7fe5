import type { Tx } from '../platform/database/database.ts';
import type { KnownStaff } from './actors.ts';
import { keepPreference } from './keep-preference.ts';

export const chooseColumns = (
  tx: Tx,
  { list, columns }: { list: string; columns: readonly string[] },
  by: { actor: KnownStaff; now: Date },
): Promise<void> => keepPreference(tx, { name: `columns.${list}`, value: columns }, by);
