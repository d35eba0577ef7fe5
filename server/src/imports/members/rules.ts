import { MAX_GROUP_PEOPLE } from '@portal/contract/groups';
import type { Verdict } from '@portal/contract/office/imports';

export interface ComparedPerson {
  /** The identity number in the file; null if it has none. */
  readonly identity: string | null;
  readonly chineseName: string | null;
  /** How many accounts fit, and the name and the state of the only one. */
  readonly matches: number;
  readonly name: string | null;
  readonly suspended: boolean | null;
}

export interface Judged {
  readonly verdict: Verdict;
  readonly problem: string | null;
}

const wrong = (problem: string): Judged => ({ verdict: 'wrong', problem });

/** Null: the row names one person without doubt. */
export const judgePersonOfFile = (compared: ComparedPerson): Judged | null => {
  const { identity, chineseName, matches, name, suspended } = compared;
  if (matches === 0)
    return wrong(
      identity === null
        ? '查無同姓名與出生日期的學員，請填證號，或先匯入學員'
        : '查無此證號的學員，請先匯入學員',
    );
  if (matches > 1) return wrong(`有 ${matches} 位學員同姓名與出生日期，請填證號`);
  if (suspended) return wrong('學員的帳號已停權');
  if (chineseName === null || name === null || chineseName === name) return null;
  return { verdict: 'doubtful', problem: `此證號的學員為「${name}」，姓名不同` };
};

type Role = 'manager' | 'member';

export interface ComparedMember extends ComparedPerson {
  /** The role in the file. */
  readonly role: Role;
  /** The person's role in the group now; null if they are not in it. */
  readonly present: Role | null;
  /** People who are in the group now. */
  readonly people: number;
  /** Whether the file has a known manager for a group that does not exist yet; null if the group exists. */
  readonly newManager: 'certain' | 'doubtful' | 'none' | null;
}

/** Returns the verdict on a member of the file. A manager never becomes a member. */
export const judgeMember = (compared: ComparedMember): Judged => {
  const { role, present, people, newManager } = compared;
  const person = judgePersonOfFile(compared);
  if (person?.verdict === 'wrong') return person;
  if (newManager === 'none') return wrong('團體的管理員皆無法匯入，因此無法建立團體');
  if (present === role || present === 'manager') return { verdict: 'same', problem: null };
  if (present === null && people >= MAX_GROUP_PEOPLE) return wrong(`團體人數已達上限 ${MAX_GROUP_PEOPLE} 人`);
  if (person) return person;
  if (newManager === 'doubtful') return { verdict: 'doubtful', problem: '團體的管理員須先確認' };
  return { verdict: present === null ? 'new' : 'changed', problem: null };
};
