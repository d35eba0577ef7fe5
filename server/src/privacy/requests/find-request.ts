import { eq, getTableColumns, sql } from 'drizzle-orm';
import { survivorOf } from '../../accounts/merging/survivor.ts';
import { lockAccount } from '../../accounts/queries.ts';
import { accounts } from '../../accounts/tables.ts';
import { findVersion } from '../../audit/version.ts';
import { organizations } from '../../catalogue/tables.ts';
import type { Executor, Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { may } from '../../staff/policy.ts';
import { PRIVACY_STEPS } from '../states.ts';
import { privacyRequests } from '../tables.ts';

export const HANDLE = 'privacy.handle';

/** One of a merged record belongs to its survivor. */
const readRequest = async (db: Executor, id: number) => {
  const [found] = await db
    .select({
      ...getTableColumns(privacyRequests),
      accountId: accounts.id,
      organizationId: accounts.organizationId,
      organization: organizations.name,
      name: sql<string>`coalesce(${accounts.chineseName}, ${accounts.englishName}, '')`,
      identity: accounts.account,
      email: accounts.email,
      hasConfirmedMailbox: sql<boolean>`${accounts.emailConfirmedAt} is not null`,
    })
    .from(privacyRequests)
    .innerJoin(accounts, eq(accounts.id, survivorOf(privacyRequests.accountId)))
    .leftJoin(organizations, eq(organizations.id, accounts.organizationId))
    .where(eq(privacyRequests.id, id));
  return found;
};

export type FoundRequest = NonNullable<Awaited<ReturnType<typeof readRequest>>>;

/** Refuses a request of another organisation like one that does not exist. */
export const findRequest = async (db: Executor, id: number, actor: Staff): Promise<FoundRequest> => {
  const found = await readRequest(db, id);
  if (!found || !may(actor, HANDLE, found.organizationId)) throw new Refusal('not_found');
  return found;
};

/** Locks the account first, as the calls of the person do. */
export const lockRequest = async (tx: Tx, id: number, actor: Staff): Promise<FoundRequest> => {
  const { accountId } = await findRequest(tx, id, actor);
  await lockAccount(tx, accountId);
  return findRequest(tx, id, actor);
};

const actions = Object.values(PRIVACY_STEPS).map(({ action }) => action);

export const versionedRequest = (id: number) => ({ subject: 'privacy_request', id, actions }) as const;

export const findRequestVersion = (db: Executor, id: number): Promise<number> =>
  findVersion(db, versionedRequest(id));
