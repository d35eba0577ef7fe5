import { remindHolders } from '../certificates/reminders/remind-holders.ts';
import { sendDigests } from '../certificates/reminders/send-digests.ts';
import { remindSeatHolders } from '../classes/reminders/remind-seat-holders.ts';
import { isDaytime } from '../mail/daytime.ts';
import { inTransaction, type Tx } from '../platform/database/database.ts';
import type { Services } from '../platform/services.ts';

const MINUTE_MS = 60_000;

type Parts = Pick<Services, 'db' | 'clock' | 'log'>;

interface ReminderKind {
  readonly work: string;
  /** Returns how many people or groups were dealt with. */
  readonly remind: (tx: Tx, now: Date) => Promise<number>;
  /** The pause after a turn in which nothing was due: looking through all certificates takes a while. */
  readonly restMs: number;
}

const KINDS: readonly ReminderKind[] = [
  { work: 'reminding of classes', remind: remindSeatHolders, restMs: 0 },
  { work: 'reminding of certificates', remind: remindHolders, restMs: 10 * MINUTE_MS },
  { work: 'sending digests of certificates', remind: sendDigests, restMs: 10 * MINUTE_MS },
];

/**
 * Returns a function that sends one batch of each kind, so that after an outage the mails do not leave all at once, and
 * nothing at night. It answers how many people and groups were dealt with. Safe on several servers at once.
 */
export const createReminderTurn = ({ db, clock, log }: Parts): (() => Promise<number>) => {
  const restsUntil = new Map<string, number>();
  const run = async ({ work, remind, restMs }: ReminderKind, now: Date): Promise<number> => {
    if (now.getTime() < (restsUntil.get(work) ?? 0)) return 0;
    try {
      const done = await inTransaction(db, (tx) => remind(tx, now));
      if (done === 0) restsUntil.set(work, now.getTime() + restMs);
      return done;
    } catch (error) {
      log.warn({ error }, `${work} failed`);
      return 0;
    }
  };
  return async () => {
    const now = clock();
    let done = 0;
    if (isDaytime(now)) for (const kind of KINDS) done += await run(kind, now);
    return done;
  };
};

export const startReminding = (services: Parts): { stop(): void } => {
  const turn = createReminderTurn(services);
  void turn();
  const timer = setInterval(turn, MINUTE_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
};
