import type { Verdict } from '@portal/contract/office/imports';

export interface ComparedCertificate {
  /** Null: nobody has the number. */
  readonly person: { readonly chineseName: string | null } | null;
  /** The name in the file; null if it has none. */
  readonly chineseName: string | null;
  /** The number of the certificate was imported before. */
  readonly isKnown: boolean;
  /** The person holds a certificate of the kind that is valid today, as this one would be. */
  readonly hasLive: boolean;
}

interface Judged {
  readonly verdict: Verdict;
  readonly problem: string | null;
}

const wrong = (problem: string): Judged => ({ verdict: 'wrong', problem });

/** Returns the verdict on a certificate of the file. */
export const judgeCertificate = ({ person, chineseName, isKnown, hasLive }: ComparedCertificate): Judged => {
  if (!person) return wrong('查無此證號的學員，請先匯入學員');
  if (isKnown) return { verdict: 'same', problem: null };
  if (hasLive) return wrong('學員已持有同種有效證照');
  if (chineseName !== null && person.chineseName !== null && chineseName !== person.chineseName)
    return { verdict: 'doubtful', problem: `此證號的學員為「${person.chineseName}」，姓名不同` };
  return { verdict: 'new', problem: null };
};
