import { today } from '@portal/contract/dates';
import type { Database } from '../../platform/database.ts';
import { personViews } from '../tables.ts';

interface View {
  readonly viewerId: number;
  readonly viewedId: number;
  readonly what: 'details' | 'photo';
}

/** Once a day for each kind; not of oneself. */
export const recordView = async (db: Database, view: View, now: Date): Promise<void> => {
  if (view.viewerId === view.viewedId) return;
  await db
    .insert(personViews)
    .values({ ...view, day: today(now), at: now })
    .onConflictDoNothing();
};
