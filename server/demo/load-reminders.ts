import { today } from '@portal/contract/dates';
import { remindHolders } from '../src/certificates/reminders/remind-holders.ts';
import { remindSeatHolders } from '../src/classes/reminders/remind-seat-holders.ts';
import { inTransaction } from '../src/platform/database/database.ts';
import type { Services } from '../src/platform/services.ts';

const DAY_MS = 86_400_000;

/** The reminders that are due, as of ten o'clock of the day before. The groups are new: their digests come next month. */
export const loadReminders = async ({ db }: Services, now: Date): Promise<void> => {
  const yesterday = new Date(`${today(new Date(now.getTime() - DAY_MS))}T10:00:00+08:00`);
  for (const remind of [remindHolders, remindSeatHolders])
    while ((await inTransaction(db, (tx) => remind(tx, yesterday))) > 0);
};
