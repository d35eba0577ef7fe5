import type { Trainee } from '../../accounts/actors.ts';
import { inBatches } from '../../platform/batches.ts';
import { type Database, inTransaction, type Tx, timeoutFactorOf } from '../../platform/database/database.ts';
import { asRefusal } from '../../platform/http/http.ts';
import { eachOnceOnly, type IdempotencyKey } from '../../platform/http/idempotency.ts';
import { limitConcurrency } from '../../platform/http/limit.ts';
import { enrolPeople } from './enrol.ts';
import { CLASS_LIMIT, withinClassLimit } from './limit-per-class.ts';
import { AccountLocked } from './limit-unconfirmed.ts';

interface EnrolmentCall {
  readonly actor: Trainee;
  /** The tag of the caller's network, from `networkTag`. */
  readonly network: string;
  readonly idempotency: IdempotencyKey | null;
  readonly now: Date;
}

interface WaitingCall extends EnrolmentCall {
  /** The time at which it began to wait, from `performance.now()`. */
  readonly since: number;
}

interface EnrolmentAnswer {
  readonly code: string;
}

type Outcomes = readonly (EnrolmentAnswer | Error)[];

/** More would keep the class locked for long. */
const BATCH_SIZE = 50;
/** Calls that may wait in a server for one class. Each takes a few hundred bytes. */
const MAX_WAITING = 5_000;
/** In milliseconds. After this the page shows how many wait before the person, and asks again by itself. */
const LONGEST_WAIT_MS = 2_000;
/** Batches at once, of all classes. Each takes a connection, and other calls need some too. */
const MAX_BATCHES = 4;

/** Enrolling each alone helps only if one of the calls is at fault. */
const concernsOneCall = (error: unknown): boolean => asRefusal(error)?.code !== 'unavailable';

/**
 * Enrols callers in classes: those who wait for the same class together, in one transaction, in the order of their
 * arrival. Throws the refusal of the call, or 503 if too many wait.
 */
export const enrolInBatches = (db: Database) => {
  const limit = limitConcurrency({ atOnce: MAX_BATCHES, waiting: Number.POSITIVE_INFINITY });

  const enrolTogether = (code: string, calls: readonly WaitingCall[]): Promise<Outcomes> => {
    const now = new Date(Math.max(...calls.map((call) => call.now.getTime())));
    const enrolAll = (tx: Tx) =>
      eachOnceOnly(tx, calls, now, async (fresh) => {
        const outcomes = await enrolPeople(tx, { code, applicants: fresh }, now);
        return outcomes.map((outcome) => (outcome instanceof Error ? outcome : { code }));
      });
    const since = Math.min(...calls.map((call) => call.since));
    return withinClassLimit(db, code, (options) => limit(() => inTransaction(db, enrolAll, options)), since);
  };

  const enrolAlone = async (code: string, call: WaitingCall): Promise<EnrolmentAnswer | Error> => {
    try {
      const [outcome] = await enrolTogether(code, [call]);
      return outcome ?? new Error('no outcome');
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  };

  const enrolEach = async (code: string, calls: readonly WaitingCall[]): Promise<Outcomes> => {
    const outcomes: (EnrolmentAnswer | Error)[] = [];
    for (const call of calls) outcomes.push(await enrolAlone(code, call));
    return outcomes;
  };

  const work = async (code: string, calls: readonly WaitingCall[]): Promise<Outcomes> => {
    try {
      const outcomes = await enrolTogether(code, calls);
      return Promise.all(
        calls.map((call, index) => {
          const outcome = outcomes[index] ?? new Error('no outcome');
          return outcome instanceof AccountLocked ? enrolAlone(code, call) : outcome;
        }),
      );
    } catch (error) {
      if (calls.length === 1 || !concernsOneCall(error)) throw error;
      return enrolEach(code, calls);
    }
  };

  const batches = inBatches<WaitingCall, EnrolmentAnswer>({
    ...{ size: BATCH_SIZE, waiting: MAX_WAITING, timeout: LONGEST_WAIT_MS * timeoutFactorOf(db), work },
    failsAll: CLASS_LIMIT.failsAll,
    ownerOf: ({ actor }) => String(actor.accountId),
    ticketOf: ({ actor, idempotency }) => idempotency && `${actor.accountId} ${idempotency.key}`,
  });
  return (code: string, call: EnrolmentCall) => batches(code, { ...call, since: performance.now() });
};
