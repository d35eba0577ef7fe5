import type { Verdict } from '@portal/contract/office/imports';

export interface Compared {
  /** The verdict from the file alone: `doubtful` if another row has the same name and birth date, otherwise null. */
  readonly verdict: 'doubtful' | null;
  readonly problem: string | null;
  /** The account with the number, if there is one. */
  readonly known: { readonly differs: boolean; readonly fillable: number } | null;
  /** The masked number of somebody with the same name and birth date. */
  readonly twin: string | null;
}

interface Judged {
  readonly verdict: Exclude<Verdict, 'wrong'>;
  readonly problem: string | null;
}

const MAX_PROBLEM = 500;

const joined = (...problems: readonly (string | null)[]): string | null =>
  problems.filter(Boolean).join('；').slice(0, MAX_PROBLEM) || null;

/** Returns the verdict on a person of the file. People with different identity numbers are never taken for one. */
export const judgePerson = ({ verdict, problem, known, twin }: Compared): Judged => {
  if (known?.differs)
    return { verdict: 'doubtful', problem: joined('此證號已有學員，但姓名或出生日期不同', problem) };
  if (known) return { verdict: known.fillable > 0 ? 'changed' : 'same', problem };
  if (twin !== null)
    return { verdict: 'doubtful', problem: joined(`已有同名且同出生日期的學員（證號 ${twin}）`, problem) };
  return { verdict: verdict ?? 'new', problem };
};
