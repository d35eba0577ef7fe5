import { and, asc, eq, exists, getTableColumns, isNull, sql } from 'drizzle-orm';
import { auditEvents } from '../audit/tables.ts';
import type { Executor, Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import { proveStaff, type Staff } from './actors.ts';
import { identitySpentAt } from './identity-budget-events.ts';
import { holdsNoOtherRole, scopeOfStaff } from './policy.ts';
import { withinScope } from './scope.ts';
import { accountId, grantsOf } from './sign-in/sessions.ts';
import {
  staffAccounts,
  staffFactorResets,
  staffPasskeys,
  staffRoles,
  staffSessions,
  staffTotp,
} from './tables.ts';

export const findByEmail = async (db: Executor, email: string) => {
  const [found] = await db.select().from(staffAccounts).where(eq(staffAccounts.email, email));
  return found ?? null;
};

export const lockStaff = async (tx: Tx, staffId: number): Promise<typeof staffAccounts.$inferSelect> => {
  const [found] = await tx
    .select()
    .from(staffAccounts)
    .where(eq(staffAccounts.id, staffId))
    .for('no key update');
  if (!found) throw new Refusal('not_found');
  return found;
};

export const lockUnchanged = async (tx: Tx, staffId: number, passwordHash: string): Promise<boolean> => {
  const found = await tx
    .select({ id: staffAccounts.id })
    .from(staffAccounts)
    .where(
      and(
        eq(staffAccounts.id, staffId),
        eq(staffAccounts.passwordHash, passwordHash),
        isNull(staffAccounts.suspendedAt),
      ),
    )
    .for('no key update');
  return found.length > 0;
};

/** Finds the actor of work that goes on after its call. Null if the account is suspended or gone. */
export const findActiveStaff = async (
  db: Executor,
  staffId: number,
  sessionId: number | null = null,
): Promise<Staff | null> => {
  const [found] = await db
    .select({ staffId: staffAccounts.id, name: staffAccounts.name, grants: grantsOf })
    .from(staffAccounts)
    .where(and(eq(staffAccounts.id, staffId), isNull(staffAccounts.suspendedAt)));
  return found ? proveStaff({ ...found, sessionId: sessionId ?? undefined }) : null;
};

const members = (db: Executor) =>
  db
    .select({
      ...getTableColumns(staffAccounts),
      grants: grantsOf,
      version: sql<number>`coalesce((
        select max(e.id) from ${auditEvents} e
        where e.subject = 'staff' and e.subject_id = ${accountId} and e.action = 'staff.change_roles'), 0)`.mapWith(
        Number,
      ),
      hasSecondFactor: sql<boolean>`
        exists (select 1 from ${staffTotp} t where t.staff_id = ${accountId} and t.secret is not null)
        or exists (select 1 from ${staffPasskeys} p where p.staff_id = ${accountId})`,
      factorReset: sql<{ askedById: number; askedBy: string; dueAt: string } | null>`(
        select json_build_object('askedById', f.asked_by, 'askedBy', a.name, 'dueAt', f.due_at)
        from ${staffFactorResets} f join ${staffAccounts} a on a.id = f.asked_by where f.staff_id = ${accountId})`,
      identitySpentAt: identitySpentAt(accountId),
      lastSeenAt: sql<Date | null>`(
        select max(s.last_used_at) from ${staffSessions} s where s.staff_id = ${accountId})`.mapWith(
        staffSessions.lastUsedAt,
      ),
    })
    .from(staffAccounts)
    .$dynamic();

export type Member = Awaited<ReturnType<typeof members>>[number];

/** The accounts with a role in an organisation that the reader may read. */
export const findMembers = (db: Executor, reader: Staff): Promise<Member[]> => {
  const role = db
    .select({ one: sql`1` })
    .from(staffRoles)
    .where(
      and(eq(staffRoles.staffId, accountId), withinScope(reader, 'staff.read', staffRoles.organizationId)),
    );
  const isEverywhere = scopeOfStaff(reader, 'staff.read') === 'everywhere';
  return members(db)
    .where(isEverywhere ? undefined : exists(role))
    .orderBy(asc(staffAccounts.id));
};

export const findMember = async (db: Executor, staffId: number): Promise<Member> => {
  const [found] = await members(db).where(eq(staffAccounts.id, staffId));
  if (!found) throw new Refusal('not_found');
  return found;
};

/** Throws `not_found` unless the reader may read every organisation in which the account has a role. */
export const requireWholeMember = async (db: Executor, staffId: number, reader: Staff): Promise<void> => {
  const { grants } = await findMember(db, staffId);
  if (!holdsNoOtherRole(grants, scopeOfStaff(reader, 'staff.read'))) throw new Refusal('not_found');
};
