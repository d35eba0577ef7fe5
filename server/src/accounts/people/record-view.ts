import { today } from '@portal/contract/dates';
import type { Database } from '../../platform/database.ts';
import { personViews } from '../tables.ts';

interface View {
  readonly viewerId: number;
  readonly viewedId: number;
  readonly what: 'details' | 'photo';
}

/** Records access to another person's data, once a day for each kind. Access to one's own is not recorded. */
export const recordView = async (db: Database, view: View, now: Date): Promise<void> => {
  if (view.viewerId === view.viewedId) return;
  await db
    .insert(personViews)
    .values({ ...view, day: today(now), at: now })
    .onConflictDoNothing();
};
