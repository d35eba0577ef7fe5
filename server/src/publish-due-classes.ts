import { publishNextDue } from './catalogue/publish-class.ts';
import { inTransaction } from './platform/database.ts';
import type { Services } from './platform/services.ts';

const EVERY = 15_000;

/** Publishes once all drafts whose time has come. Servers that do it at once share them. */
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

/** Looks for drafts to publish every few seconds, and at the start. */
export const startPublishing = (services: Services): { stop(): void } => {
  void publishDueClasses(services);
  const timer = setInterval(publishDueClasses, EVERY, services);
  timer.unref();
  return { stop: () => clearInterval(timer) };
};
