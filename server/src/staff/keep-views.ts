import type { ListView } from '@portal/contract/office/staff';
import type { Tx } from '../platform/database/database.ts';
import type { KnownStaff } from './actors.ts';
import { keepPreference } from './keep-preference.ts';

export const keepViews = (
  tx: Tx,
  { list, views }: { list: string; views: readonly ListView[] },
  by: { actor: KnownStaff; now: Date },
): Promise<void> => keepPreference(tx, { name: `views.${list}`, value: views }, by);
