import { normaliseIdentity } from '@portal/contract/identity';
import { and, asc, eq, isNull, or, type SQL } from 'drizzle-orm';
import { isHolderOf } from '../../accounts/merging/survivor.ts';
import { accounts } from '../../accounts/tables.ts';
import type { Context } from '../../audit/actor.ts';
import { organizations } from '../../catalogue/tables.ts';
import type { Executor } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import { isIdentifiedBy } from './applicant-proofs.ts';
import { isKnownTo } from './known-people.ts';

const PEOPLE_MAX = 20;

const applicants = (db: Executor, wanted: SQL | undefined) =>
  db
    .select({
      id: accounts.id,
      name: accounts.chineseName,
      identity: accounts.account,
      phone: accounts.cellPhone,
      organization: organizations.name,
      complete: accounts.state,
      suspendedAt: accounts.suspendedAt,
    })
    .from(accounts)
    .leftJoin(organizations, eq(organizations.id, accounts.organizationId))
    .where(wanted)
    .orderBy(asc(accounts.id))
    .limit(PEOPLE_MAX);

export type ApplicantRow = Awaited<ReturnType<typeof applicants>>[number];

/** Matches name, identity number or mobile phone exactly, of people whom the branch knows. The number of a merged record finds its survivor. */
export const findApplicants = (db: Executor, search: string, actor: Staff) => {
  const digits = search.replace(/[\s-]/g, '');
  const phones = /^09[0-9]{8}$/.test(digits)
    ? [digits, `${digits.slice(0, 4)}-${digits.slice(4)}`]
    : [search];
  const isMatch = or(
    eq(accounts.chineseName, search),
    isHolderOf(normaliseIdentity(search)),
    ...phones.map((phone) => eq(accounts.cellPhone, phone)),
  );
  return applicants(db, and(isMatch, isNull(accounts.mergedIntoId), isKnownTo(actor, 'registration.review')));
};

/** A person whom the actor may enrol, or issue a certificate to: known to the branch, or identified a short time ago. */
export const findApplicant = async (
  db: Executor,
  accountId: number,
  by: Context<Staff>,
): Promise<ApplicantRow | null> => {
  const mayEnrol = or(isKnownTo(by.actor, 'registration.review'), isIdentifiedBy(by));
  const [found] = await applicants(
    db,
    and(eq(accounts.id, accountId), isNull(accounts.mergedIntoId), mayEnrol),
  );
  return found ?? null;
};
