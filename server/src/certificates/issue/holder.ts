import { asc, eq, inArray } from 'drizzle-orm';
import { accounts } from '../../accounts/tables.ts';
import { MovedMeanwhile } from '../../enrolment/lock-registrations.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { type PrintedNames, refuseUnprintable } from '../papers/refuse-unprintable.ts';

/** The person as the certificate names them. */
export interface Holder {
  readonly accountId: number;
  readonly chineseName: string | null;
  readonly englishName: string | null;
  readonly identity: string;
  readonly birthDate: string | null;
  readonly photo: string | null;
}

/**
 * Locks the people, so that simultaneous calls do not issue the same certificate twice. If an account became part of
 * another one meanwhile, the transaction runs again.
 */
export const lockHolders = async (
  tx: Tx,
  accountIds: readonly number[],
): Promise<ReadonlyMap<number, Holder>> => {
  const rows = await tx
    .select({
      accountId: accounts.id,
      chineseName: accounts.chineseName,
      englishName: accounts.englishName,
      identity: accounts.account,
      birthDate: accounts.birthday,
      photo: accounts.photoKey,
      mergedIntoId: accounts.mergedIntoId,
    })
    .from(accounts)
    .where(inArray(accounts.id, [...accountIds]))
    .orderBy(asc(accounts.id))
    .for('no key update');
  const moved = rows.find(({ mergedIntoId }) => mergedIntoId !== null);
  if (moved) throw new MovedMeanwhile(`account ${moved.accountId} is part of another one by now`);
  return new Map(rows.map(({ mergedIntoId: _, ...holder }) => [holder.accountId, holder]));
};

export const lockHolder = async (tx: Tx, accountId: number): Promise<Holder> => {
  const holder = (await lockHolders(tx, [accountId])).get(accountId);
  if (!holder) throw new Refusal('certificate_holder');
  return holder;
};

/**
 * Throws `certificate_glyphs` if a paper could not print the name of the account, or the one that it prints instead. Call it
 * before `lockHolder`: it may have to wait for other papers.
 */
export const refuseUnprintableHolder = async (
  tx: Tx,
  accountId: number,
  printed: PrintedNames = {},
): Promise<void> => {
  const [named] = await tx
    .select({ chineseName: accounts.chineseName, englishName: accounts.englishName })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  await refuseUnprintable({ ...named, ...printed });
};
