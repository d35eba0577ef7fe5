import { inArray, sql } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { recordEvents } from '../../audit/record-event.ts';
import type { Tx } from '../../platform/database/database.ts';
import { deleteUnnamed } from '../../platform/database/delete-unnamed.ts';
import type { Staff } from '../../staff/actors.ts';
import { isUnhashedDefault } from '../passwords/passwords.ts';
import { lockOutAccounts } from '../queries.ts';
import { accounts, knownAddresses, passwordResets, sessions } from '../tables.ts';

const hasRow = (table: typeof sessions | typeof knownAddresses | typeof passwordResets) =>
  sql<boolean>`exists (select from ${table} where ${table.accountId} = ${accounts.id})`;

const findPeople = (tx: Tx, ids: readonly number[]) =>
  tx
    .select({
      id: accounts.id,
      passwordHash: accounts.passwordHash,
      isChanged: sql<boolean>`${accounts.updatedAt} > ${accounts.createdAt} or ${accounts.emailConfirmedAt} is not null
        or ${accounts.phoneConfirmedAt} is not null or ${accounts.suspendedAt} is not null`,
      hasLoggedIn: sql<boolean>`${hasRow(sessions)} or ${hasRow(knownAddresses)}`,
      hasReset: hasRow(passwordResets),
    })
    .from(accounts)
    .where(inArray(accounts.id, [...ids]));

type Found = Awaited<ReturnType<typeof findPeople>>[number];

/** Null: nobody has used the account. */
const useOf = ({ passwordHash, isChanged, hasLoggedIn, hasReset }: Found): string | null => {
  if (hasLoggedIn || !isUnhashedDefault(passwordHash)) return '學員已登入過';
  if (hasReset) return '學員已申請重設密碼';
  return isChanged ? '資料已修改過' : null;
};

const deletePeople = (tx: Tx, ids: readonly number[]) =>
  tx.delete(accounts).where(inArray(accounts.id, [...ids]));

/** Removes the people of an import whom nobody has used since. Returns why others were kept, by account. */
export const removePeople = async (
  tx: Tx,
  ids: readonly number[],
  { actor, now }: Context<Staff>,
): Promise<ReadonlyMap<number, string>> => {
  // The lock comes first: a query that locks would not see a session that began while it waited.
  await lockOutAccounts(tx, ids);
  const found = await findPeople(tx, ids);
  const used = found.flatMap((each): [number, string][] => {
    const use = useOf(each);
    return use === null ? [] : [[each.id, use]];
  });
  const kept = new Map(used);
  const unused = found.filter(({ id }) => !kept.has(id)).map(({ id }) => id);
  const removed = new Set(await deleteUnnamed(tx, unused, deletePeople));
  for (const id of unused) if (!removed.has(id)) kept.set(id, '已有報名、證照、團體或其他資料');
  const events = [...removed].map(
    (id) => ({ actor, action: 'account.remove', subject: 'account', subjectId: id }) as const,
  );
  await recordEvents(tx, events, now);
  return kept;
};
