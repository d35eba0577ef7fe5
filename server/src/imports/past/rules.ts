import type { Verdict } from '@portal/contract/office/imports';
import { type ComparedPerson, judgePersonOfFile } from '../members/rules.ts';

interface ComparedPast extends ComparedPerson {
  readonly code: string;
  /** The class with the code: null if there is none. */
  readonly known: { readonly isImported: boolean; readonly isSame: boolean } | null;
  /** The person is in the class. */
  readonly isIn: boolean;
  /** The values that were left out of the row, as a text; null if there are none. */
  readonly problem: string | null;
  /** Why the certificate of the row cannot be added. */
  readonly certificate: 'known' | 'live' | null;
}

interface Judged {
  readonly verdict: Verdict;
  readonly problem: string | null;
}

const wrong = (problem: string): Judged => ({ verdict: 'wrong', problem });

const MAX_PROBLEM = 500;

const joined = (...problems: readonly (string | null | undefined)[]): string | null =>
  problems.filter(Boolean).join('；').slice(0, MAX_PROBLEM) || null;

const certificateProblems = {
  known: '證書未匯入：此字號已匯入過',
  live: '證書未匯入：學員已持有同種有效證照',
} as const;

/** Returns the verdict on a person in a past class of the file. */
export const judgePast = (compared: ComparedPast): Judged => {
  const { code, known, isIn, problem, certificate } = compared;
  if (known && !known.isImported) return wrong(`課程代碼 ${code} 已有課程使用`);
  if (known && !known.isSame) return wrong(`已匯入的課程 ${code} 訓練項目、會別或日期不同`);
  const person = judgePersonOfFile(compared);
  if (person?.verdict === 'wrong') return person;
  if (isIn) return { verdict: 'same', problem: null };
  const left = joined(person?.problem, certificate && certificateProblems[certificate], problem);
  return { verdict: person?.verdict ?? 'new', problem: left };
};
