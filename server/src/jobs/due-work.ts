import { publishNextDue } from '../classes/acts/publish-class.ts';
import { inTransaction, type Tx } from '../platform/database/database.ts';
import type { Services } from '../platform/services.ts';
import { resetNextDue } from '../staff/factors/reset-second-factor.ts';

const EVERY = 15_000;

type DueServices = Pick<Services, 'db' | 'clock' | 'log'>;

/** Repeats `next` until nothing is due. Safe on several servers at once. */
const carryOut =
  (work: string, next: (tx: Tx, now: Date) => Promise<boolean>) =>
  async ({ db, clock, log }: DueServices): Promise<void> => {
    try {
      while (await inTransaction(db, (tx) => next(tx, clock())));
    } catch (error) {
      log.warn({ error }, `${work} failed`);
    }
  };

export const publishDueClasses = carryOut('publishing classes', publishNextDue);
export const resetDueFactors = carryOut('resetting second factors', resetNextDue);

const carryOutAll = (services: DueServices) => {
  void publishDueClasses(services);
  void resetDueFactors(services);
};

export const startDueWork = (services: DueServices): { stop(): void } => {
  carryOutAll(services);
  const timer = setInterval(carryOutAll, EVERY, services);
  timer.unref();
  return { stop: () => clearInterval(timer) };
};
