import { sql } from 'drizzle-orm';
import type { Executor } from '../../platform/database/database.ts';
import { preparedSelect } from '../../platform/database/statement.ts';
import { accounts } from '../tables.ts';
import { isPersonConfirmed } from './is-person-confirmed.ts';

export interface Contact {
  readonly id: number;
  readonly name: string;
  readonly email: string | null;
  readonly complete: boolean;
  readonly hasConfirmedMailbox: boolean;
  readonly isConfirmed: boolean;
}

/** Empty until the mailbox is confirmed, because anybody may have entered it. */
export const nameForOthers = ({
  name,
  hasConfirmedMailbox,
}: Pick<Contact, 'name' | 'hasConfirmedMailbox'>): string => (hasConfirmedMailbox ? name : '');

const contacts = preparedSelect('find_contacts', (query) =>
  query
    .select({
      id: accounts.id,
      name: accounts.chineseName,
      email: accounts.email,
      complete: accounts.state,
      hasConfirmedMailbox: sql<boolean>`${accounts.emailConfirmedAt} is not null`,
      isConfirmed: isPersonConfirmed('accounts'),
    })
    .from(accounts)
    .where(sql`${accounts.id} = any(${sql.placeholder('accountIds')}::bigint[])`)
    .orderBy(accounts.id),
);

export const findContacts = async (db: Executor, accountIds: readonly number[]): Promise<Contact[]> =>
  (await contacts(db, { accountIds })).map((row) => ({ ...row, name: row.name ?? '' }));
