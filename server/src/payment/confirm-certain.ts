import type { Circumstances } from '../audit/actor.ts';
import { type Database, inTransaction } from '../platform/database.ts';
import { Refusal, refusalText } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { matchLines } from './match.ts';
import { settlePayment } from './settle-payment.ts';
import { type Account, findOpenLines, findOpenReports } from './statement-queries.ts';

interface Pair {
  readonly lineId: number;
  readonly reportId: number;
}

export interface PairResult {
  readonly lineId: number;
  readonly done: boolean;
  readonly why: string | null;
}

const settlePair = async (
  db: Database,
  { lineId, registrationIds }: { lineId: number; registrationIds: readonly number[] },
  circumstances: Circumstances<Staff>,
): Promise<PairResult> => {
  const wish = { lineIds: [lineId], registrationIds, received: null, difference: 0, note: null };
  try {
    await inTransaction(db, (tx) => settlePayment(tx, wish, circumstances));
    return { lineId, done: true, why: null };
  } catch (error) {
    if (error instanceof Refusal) return { lineId, done: false, why: refusalText(error) };
    throw error;
  }
};

const CHANGED = '明細或回報已有變動，請重新整理後再確認';

/** Each in its own transaction. */
export const confirmCertain = async (
  db: Database,
  { account, pairs }: { account: Account; pairs: readonly Pair[] },
  circumstances: Circumstances<Staff>,
): Promise<PairResult[]> => {
  const [lines, reports] = [await findOpenLines(db, account.id), await findOpenReports(db, account)];
  const certain = new Map(
    matchLines(lines, reports).certain.map(({ lineId, reportId }) => [lineId, reportId]),
  );
  const results: PairResult[] = [];
  for (const { lineId, reportId } of pairs) {
    const report = reports.find(({ id }) => id === reportId);
    const registrationIds = report?.registrations.map(({ id }) => id) ?? [];
    results.push(
      certain.get(lineId) === reportId
        ? await settlePair(db, { lineId, registrationIds }, circumstances)
        : { lineId, done: false, why: CHANGED },
    );
  }
  return results;
};
