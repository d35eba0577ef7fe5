import { inArray } from 'drizzle-orm';
import type { Executor } from '../platform/database.ts';
import { accounts } from './tables.ts';

/** How other rooms address a person. */
export interface Contact {
  readonly id: number;
  readonly name: string;
  readonly email: string | null;
  /** The profile is complete: they may enrol. */
  readonly complete: boolean;
}

/** The people of these accounts, by account; unknown ones are left out. */
export const findContacts = async (db: Executor, accountIds: readonly number[]): Promise<Contact[]> => {
  const rows = await db
    .select({
      id: accounts.id,
      name: accounts.chineseName,
      email: accounts.email,
      complete: accounts.state,
    })
    .from(accounts)
    .where(inArray(accounts.id, [...accountIds]))
    .orderBy(accounts.id);
  return rows.map((row) => ({ ...row, name: row.name ?? '' }));
};
