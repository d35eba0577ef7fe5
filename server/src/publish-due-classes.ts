import { publishNextDue } from './catalogue/publish-class.ts';
import { inTransaction } from './platform/database.ts';
import type { Services } from './platform/services.ts';

const EVERY = 15_000;

/** Safe on several servers at once. */
export const publishDueClasses = async ({
  db,
  clock,
  log,
}: Pick<Services, 'db' | 'clock' | 'log'>): Promise<void> => {
  try {
    while (await inTransaction(db, (tx) => publishNextDue(tx, clock())));
  } catch (error) {
    log.warn({ error }, 'publishing classes failed');
  }
};

export const startPublishing = (services: Services): { stop(): void } => {
  void publishDueClasses(services);
  const timer = setInterval(publishDueClasses, EVERY, services);
  timer.unref();
  return { stop: () => clearInterval(timer) };
};
