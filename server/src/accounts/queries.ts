import { and, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { careers, educationStatuses, educations, organizations } from '../catalogue/tables.ts';
import { memberships } from '../groups/tables.ts';
import type { Executor, Tx } from '../platform/database/database.ts';
import { violatedConstraint } from '../platform/database/violated-constraint.ts';
import type { SignedInTrainee } from './gate.ts';
import { isHolderOf } from './merging/survivor.ts';
import { accounts, areas, cities } from './tables.ts';

const person = (db: Executor) =>
  db
    .select({
      ...getTableColumns(accounts),
      organization: organizations.name,
      city: cities.name,
      area: areas.name,
      career: careers.name,
      education: educations.name,
      educationStatus: educationStatuses.name,
    })
    .from(accounts)
    .leftJoin(organizations, eq(organizations.id, accounts.organizationId))
    .leftJoin(cities, eq(cities.id, accounts.cityId))
    .leftJoin(areas, eq(areas.id, accounts.areaId))
    .leftJoin(careers, eq(careers.id, accounts.careerId))
    .leftJoin(educations, eq(educations.id, accounts.educationId))
    .leftJoin(educationStatuses, eq(educationStatuses.id, accounts.educationStatusId))
    .$dynamic();

export type Person = Awaited<ReturnType<typeof person>>[number];

export const findAccount = async (db: Executor, accountId: number): Promise<Person> => {
  const [found] = await person(db).where(eq(accounts.id, accountId));
  if (!found) throw new Error(`there is no account ${accountId}`);
  return found;
};

export const isNumberTaken = (error: unknown): boolean =>
  ['accounts_passportNo_unique', 'accounts_account_unique'].includes(violatedConstraint(error) ?? '');

export const lockAccount = async (tx: Tx, accountId: number): Promise<void> => {
  await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for('no key update');
};

/** Locks the accounts in the order of their ids, and returns the ids of the locked ones. `skipLocked` waits for no other transaction. */
export const lockAccounts = async (
  tx: Tx,
  accountIds: readonly number[],
  { skipLocked }: { readonly skipLocked: boolean },
): Promise<number[]> => {
  const locked = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(inArray(accounts.id, [...accountIds]))
    .orderBy(accounts.id)
    .for('no key update', skipLocked ? { skipLocked } : {});
  return locked.map(({ id }) => id);
};

/** Waits for everything under way that refers to the accounts, and holds up what comes later. */
export const lockOutAccounts = async (tx: Tx, accountIds: readonly number[]): Promise<void> => {
  await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(inArray(accounts.id, [...accountIds]))
    .orderBy(accounts.id)
    .for('update');
};

export interface Credentials {
  readonly accountId: number;
  readonly passwordHash: string;
  readonly suspended: boolean;
  /** The number of the account that this one was merged into. */
  readonly survivorNumber: string | null;
  /** Null for another password. */
  readonly defaultPasswordSince: Date | null;
}

/** Locks the account. Returns false if it is suspended or its password has changed since the check. */
export const lockUnchanged = async (
  tx: Tx,
  { accountId, passwordHash }: Pick<Credentials, 'accountId' | 'passwordHash'>,
): Promise<boolean> => {
  const found = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(
      and(eq(accounts.id, accountId), eq(accounts.passwordHash, passwordHash), isNull(accounts.suspendedAt)),
    )
    .for('no key update');
  return found.length > 0;
};

// Invalid identifiers are not queried: PostgreSQL rejects some text, for example NUL.
const isIdentifier = (account: string): boolean => /^[A-Z0-9]{1,40}$/.test(account);

export const hasMailbox = sql<boolean>`${accounts.email} is not null`;
const isSuspended = sql<boolean>`${accounts.suspendedAt} is not null`;

const survivor = alias(accounts, 'survivor');

/** `account`: normalised. */
export const findAccountByIdentifier = async (
  db: Executor,
  { account, country }: { account: string; country: 'local' | 'foreign' },
): Promise<Credentials | null> => {
  if (!isIdentifier(account)) return null;
  const [found] = await db
    .select({
      accountId: accounts.id,
      passwordHash: accounts.passwordHash,
      suspended: isSuspended,
      survivorNumber: survivor.account,
      passwordIsBirthday: accounts.passwordIsBirthday,
      importedAt: accounts.importedAt,
      createdAt: accounts.createdAt,
    })
    .from(accounts)
    .leftJoin(survivor, eq(survivor.id, accounts.mergedIntoId))
    .where(and(eq(accounts.account, account), eq(accounts.country, country)));
  if (!found) return null;
  const { passwordIsBirthday, importedAt, createdAt, ...credentials } = found;
  return { ...credentials, defaultPasswordSince: passwordIsBirthday ? (importedAt ?? createdAt) : null };
};

/** Finds local and foreign people. */
export const findByIdentifier = async (
  db: Executor,
  account: string,
): Promise<{ accountId: number; birthday: string | null; suspended: boolean } | null> => {
  if (!isIdentifier(account)) return null;
  const [found] = await db
    .select({ accountId: accounts.id, birthday: accounts.birthday, suspended: isSuspended })
    .from(accounts)
    .where(eq(accounts.account, account));
  return found ?? null;
};

/** Like `findByIdentifier`, but the number of a merged record finds its survivor. */
export const findHolderOfIdentifier = async (
  db: Executor,
  account: string,
): Promise<{ accountId: number; birthday: string | null; suspended: boolean } | null> => {
  if (!isIdentifier(account)) return null;
  const [found] = await db
    .select({ accountId: accounts.id, birthday: accounts.birthday, suspended: isSuspended })
    .from(accounts)
    .where(isHolderOf(account));
  return found ?? null;
};

/** Null if the actor may not see it. Starts from people they may see, because photos have no index. */
export const findPhotoOwner = async (
  db: Executor,
  actor: SignedInTrainee,
  photoKey: string,
): Promise<number | null> => {
  const managed = alias(memberships, 'managed');
  const people = db
    .select({ accountId: memberships.accountId })
    .from(managed)
    .innerJoin(memberships, and(eq(memberships.groupId, managed.groupId), isNull(memberships.leftAt)))
    .where(and(sql`${actor.state}`, eq(managed.accountId, actor.accountId), eq(managed.role, 'manager')));
  const seen = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(
      and(
        eq(accounts.photoKey, photoKey),
        sql`${accounts.id} in (select ${actor.accountId}::bigint union all ${people})`,
      ),
    );
  return seen[0]?.id ?? null;
};
