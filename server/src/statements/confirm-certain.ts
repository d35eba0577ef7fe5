import type { Context } from '../audit/actor.ts';
import { settlePayment } from '../payment/settle-payment.ts';
import { type Database, inTransaction } from '../platform/database/database.ts';
import { Refusal, refusalText } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import type { CertainPair, Pair } from './matching/show-matches.ts';
import { type BankAccount, findOpenItems } from './queries.ts';
import { runInWorker } from './run-in-worker.ts';

interface PairResult {
  readonly lineId: number;
  readonly done: boolean;
  readonly why: string | null;
  /** Null if it was not confirmed. */
  readonly paymentId: number | null;
}

const notDone = (lineId: number, why: string): PairResult => ({ lineId, done: false, why, paymentId: null });

const settlePair = async (
  db: Database,
  { lineId, registrationIds, returned }: CertainPair & { lineId: number },
  context: Context<Staff>,
): Promise<PairResult> => {
  const sums = { received: null, difference: returned, note: null };
  const input = { lineIds: [lineId], registrationIds, ...sums, isUndoable: true };
  try {
    const { id } = await inTransaction(db, (tx) => settlePayment(tx, input, context));
    return { lineId, done: true, why: null, paymentId: id };
  } catch (error) {
    if (error instanceof Refusal) return notDone(lineId, refusalText(error));
    throw error;
  }
};

const CHANGED_TEXT = '明細或回報已有變動，請重新整理後再確認';

/**
 * Confirms each pair in its own transaction, so that a refusal does not undo the others and locks are short. Returns a
 * result for each pair.
 */
export const confirmCertain = async (
  db: Database,
  { account, pairs }: { account: BankAccount; pairs: readonly Pair[] },
  context: Context<Staff>,
): Promise<PairResult[]> => {
  const certain = await runInWorker('findCertain', { ...(await findOpenItems(db, account)), pairs });
  const results: PairResult[] = [];
  for (const [at, { lineId }] of pairs.entries()) {
    const pair = certain[at];
    results.push(pair ? await settlePair(db, { lineId, ...pair }, context) : notDone(lineId, CHANGED_TEXT));
  }
  return results;
};
