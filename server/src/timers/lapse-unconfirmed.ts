import { findLapsed, lapseRegistration } from '../enrolment/seats/lapse-registration.ts';
import { inTransaction } from '../platform/database/database.ts';
import type { Services } from '../platform/services.ts';

const INTERVAL_MS = 60_000;

type Parts = Pick<Services, 'db' | 'clock' | 'log'>;

const orLog = async <T>(log: Parts['log'], work: Promise<T>): Promise<T | undefined> => {
  try {
    return await work;
  } catch (error) {
    log.warn({ error }, 'giving back the seats of unconfirmed people failed');
    return undefined;
  }
};

/**
 * One transaction per registration, so that one that fails does not stop the others. Safe on several servers at once:
 * each checks again under its locks.
 */
export const lapseUnconfirmed = async ({ db, clock, log }: Parts): Promise<void> => {
  const now = clock();
  for (const registrationId of (await orLog(log, findLapsed(db, now))) ?? []) {
    await orLog(
      log,
      inTransaction(db, (tx) => lapseRegistration(tx, { registrationId }, { now })),
    );
  }
};

export const startLapsing = (services: Services): { stop(): void } => {
  void lapseUnconfirmed(services);
  const timer = setInterval(lapseUnconfirmed, INTERVAL_MS, services);
  timer.unref();
  return { stop: () => clearInterval(timer) };
};
