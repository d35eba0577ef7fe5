import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, inTransaction, type Tx } from '../../src/platform/database.ts';
import { Refusal } from '../../src/platform/errors.ts';

/** One of the simultaneous steps of a race. Each has a transaction of its own. */
export type Deed<Meeting> = (tx: Tx, meeting: Meeting, now: Date) => Promise<unknown>;

/** Returns `done` or the code of the refusal. Any other error fails the test. */
export const said = async (attempt: Promise<unknown>): Promise<string> => {
  try {
    await attempt;
    return 'done';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
};

export const outcome = <Meeting>(db: Database, deed: Deed<Meeting>, meeting: Meeting): Promise<string> =>
  said(inTransaction(db, (tx) => deed(tx, meeting, new Date())));

/** In milliseconds. */
const LEADS = [0, 5, 15, 60];

/**
 * Runs all deeds at once and returns their outcomes in the order of the deeds. Each round begins with another deed. In
 * three of four rounds the first deed gets a head start, because otherwise the shortest deed would always win; the longest
 * head start lets it finish first.
 */
export const meet = async <Meeting>(
  db: Database,
  deeds: readonly Deed<Meeting>[],
  meeting: Meeting,
  round: number,
): Promise<string[]> => {
  const order = deeds.map((_, n) => (n + round) % deeds.length);
  const lead = LEADS[Math.floor(round / deeds.length) % LEADS.length] ?? 0;
  const outcomes: string[] = [];
  await Promise.all(
    order.map(async (n, place) => {
      await sleep(place * lead);
      const deed = deeds[n];
      if (deed) outcomes[n] = await outcome(db, deed, meeting);
    }),
  );
  return outcomes;
};

/** Runs only as many races at once as there are connections, so that no transaction waits for one. */
export const inTurns = async <Meeting>(
  meetings: readonly Meeting[],
  work: (meeting: Meeting, round: number) => Promise<void>,
): Promise<void> => {
  for (let at = 0; at < meetings.length; at += 6) {
    await Promise.all(meetings.slice(at, at + 6).map((meeting, n) => work(meeting, at + n)));
  }
};
