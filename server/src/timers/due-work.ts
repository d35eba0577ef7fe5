import { publishNextDue } from '../classes/acts/publish-class.ts';
import { checkTwins } from '../people/twins/check-twins.ts';
import { inTransaction, type Tx } from '../platform/database/database.ts';
import type { Services } from '../platform/services.ts';
import { resetNextDue } from '../staff/factors/reset-second-factor.ts';

const INTERVAL_MS = 15_000;

type DueServices = Pick<Services, 'db' | 'clock' | 'log'>;

/** Repeats `next` until nothing is due. Safe on several servers at once. */
const repeatUntilDone =
  (work: string, next: (tx: Tx, now: Date) => Promise<boolean>) =>
  async ({ db, clock, log }: DueServices): Promise<void> => {
    try {
      while (await inTransaction(db, (tx) => next(tx, clock())));
    } catch (error) {
      log.warn({ error }, `${work} failed`);
    }
  };

export const publishDueClasses = repeatUntilDone('publishing classes', publishNextDue);
const checkDueTwins = repeatUntilDone('looking for twins', checkTwins);
export const resetDueFactors = repeatUntilDone('resetting second factors', resetNextDue);

const runDueWork = (services: DueServices) => {
  void publishDueClasses(services);
  void resetDueFactors(services);
  void checkDueTwins(services);
};

export const startDueWork = (services: DueServices, every = INTERVAL_MS): { stop(): void } => {
  runDueWork(services);
  const timer = setInterval(runDueWork, every, services);
  timer.unref();
  return { stop: () => clearInterval(timer) };
};
