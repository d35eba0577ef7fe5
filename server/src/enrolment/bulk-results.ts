import { Refusal, refusalText } from '../platform/errors.ts';

export interface BulkResult {
  readonly id: number;
  readonly done: boolean;
  /** The text of the refusal; null if the work was done. */
  readonly why: string | null;
}

const resultOf = async (id: number, work: (id: number) => Promise<void>): Promise<BulkResult> => {
  try {
    await work(id);
    return { id, done: true, why: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { id, done: false, why: refusalText(error) };
  }
};

/** Works on one id after the other, each once. A refusal becomes the result of its id and does not stop the others. */
export const bulkResults = async (
  ids: readonly number[],
  work: (id: number) => Promise<void>,
): Promise<BulkResult[]> => {
  const results: BulkResult[] = [];
  for (const id of new Set(ids)) results.push(await resultOf(id, work));
  return results;
};
