import { desc, eq, getTableColumns } from 'drizzle-orm';
import { accounts } from '../../accounts/tables.ts';
import type { Executor } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import { requireOwnPerson } from '../acts/require-own-person.ts';
import { personMerges } from '../tables.ts';

/** The merges into the person, newest first. */
export const findMerges = async (db: Executor, accountId: number, actor: Staff) => {
  await requireOwnPerson(db, { accountId, right: 'person.merge' }, actor);
  return db
    .select({
      ...getTableColumns(personMerges),
      removed: {
        id: accounts.id,
        chineseName: accounts.chineseName,
        englishName: accounts.englishName,
        account: accounts.account,
      },
    })
    .from(personMerges)
    .innerJoin(accounts, eq(accounts.id, personMerges.removedId))
    .where(eq(personMerges.survivorId, accountId))
    .orderBy(desc(personMerges.id));
};
export type FoundMerge = Awaited<ReturnType<typeof findMerges>>[number];
