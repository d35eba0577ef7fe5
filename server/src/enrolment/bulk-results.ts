import { Refusal, refusalText } from '../platform/errors.ts';

export interface BulkResult {
  readonly id: number;
  readonly done: boolean;
  /** The text of the refusal; null if the work was done. */
  readonly why: string | null;
}

const resultOf = async (id: number, work: Promise<void>): Promise<BulkResult> => {
  try {
    await work;
    return { id, done: true, why: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { id, done: false, why: refusalText(error) };
  }
};

/**
 * Works on one after the other, each id once. A refusal becomes the result of its id and does not stop the others. Each
 * work is a transaction of its own, on purpose: registrations of many classes would keep all these classes locked, and one
 * that fails would undo the others. Statements therefore grow with the ids, of which a call takes 100 at most.
 */
export const bulkResults = async <T extends { readonly id: number }>(
  asked: readonly T[],
  work: (each: T) => Promise<void>,
): Promise<BulkResult[]> => {
  const results: BulkResult[] = [];
  for (const [id, each] of new Map(asked.map((one) => [one.id, one])))
    results.push(await resultOf(id, work(each)));
  return results;
};
