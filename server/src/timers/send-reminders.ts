import { remindHolders } from '../certificates/reminders/remind-holders.ts';
import { sendDigests } from '../certificates/reminders/send-digests.ts';
import { remindSeatHolders } from '../classes/reminders/remind-seat-holders.ts';
import { isDaytime } from '../mail/daytime.ts';
import { inTransaction, type Tx } from '../platform/database/database.ts';
import type { Services } from '../platform/services.ts';

const INTERVAL_MS = 60_000;

type Parts = Pick<Services, 'db' | 'clock' | 'log'>;

const KINDS: Readonly<Record<string, (tx: Tx, now: Date) => Promise<number>>> = {
  'reminding of classes': remindSeatHolders,
  'reminding of certificates': remindHolders,
  'sending digests of certificates': sendDigests,
};

/**
 * One batch of each kind, so that after an outage the mails do not leave all at once. At night nothing. Returns how many
 * people and groups were dealt with. Safe on several servers at once.
 */
export const sendReminders = async ({ db, clock, log }: Parts): Promise<number> => {
  const now = clock();
  if (!isDaytime(now)) return 0;
  let done = 0;
  for (const [kind, remind] of Object.entries(KINDS)) {
    try {
      done += await inTransaction(db, (tx) => remind(tx, now));
    } catch (error) {
      log.warn({ error }, `${kind} failed`);
    }
  }
  return done;
};

export const startReminding = (services: Parts): { stop(): void } => {
  void sendReminders(services);
  const timer = setInterval(sendReminders, INTERVAL_MS, services);
  timer.unref();
  return { stop: () => clearInterval(timer) };
};
