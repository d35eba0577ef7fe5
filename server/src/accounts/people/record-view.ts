import { today } from '@portal/contract/dates';
import type { Database } from '../../platform/database/database.ts';
import { personViews } from '../tables.ts';

interface View {
  readonly viewerId: number;
  readonly viewedId: number;
  readonly what: 'details' | 'photo';
}

/** Records a view once a day for each kind of data; does not record people who view their own. */
export const recordView = async (db: Database, view: View, now: Date): Promise<void> => {
  if (view.viewerId === view.viewedId) return;
  await db
    .insert(personViews)
    .values({ ...view, day: today(now), at: now })
    .onConflictDoNothing();
};
