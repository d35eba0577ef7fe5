import { normaliseIdentity } from '@portal/contract/identity';
import { readDay } from './read-day.ts';
import type { RowReader } from './read-row.ts';

/* Pure. */

/** How a row names a person; the person is found when it is compared. */
export interface PersonOfFile {
  readonly identity: string | null;
  readonly chineseName: string | null;
  readonly birthday: string | null;
}

const MAX_NAME = 60;

/** A person is named by number, or by name and birth date. */
export const readPersonOfFile = ({ textOf, fault }: RowReader): PersonOfFile => {
  const identity = normaliseIdentity(textOf('identity')) || null;
  const chineseName = textOf('chineseName').normalize('NFKC').slice(0, MAX_NAME) || null;
  const birthday = textOf('birthday') === '' ? null : readDay(textOf('birthday'));
  if (identity !== null && !/^[A-Z0-9]{5,20}$/.test(identity)) fault('證號格式不正確');
  if (identity === null && (chineseName === null || birthday === null)) fault('請填證號，或姓名與出生日期');
  return { identity, chineseName, birthday };
};

/** The same for rows that name a person in the same way. */
export const personKey = ({ identity, chineseName, birthday }: PersonOfFile): string =>
  identity ?? `${chineseName} ${birthday}`;
