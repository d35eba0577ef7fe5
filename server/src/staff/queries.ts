import { and, asc, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import { auditEvents } from '../audit/tables.ts';
import type { Executor, Tx } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import { accountId, grantsOf } from './sessions.ts';
import { staffAccounts, staffPasskeys, staffSessions, staffTotp } from './tables.ts';

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
      lastSeenAt: sql<Date | null>`(
        select max(s.last_used_at) from ${staffSessions} s where s.staff_id = ${accountId})`.mapWith(
        staffSessions.lastUsedAt,
      ),
    })
    .from(staffAccounts)
    .$dynamic();

export type Member = Awaited<ReturnType<typeof members>>[number];

export const allMembers = (db: Executor): Promise<Member[]> => members(db).orderBy(asc(staffAccounts.id));

export const findMember = async (db: Executor, staffId: number): Promise<Member> => {
  const [found] = await members(db).where(eq(staffAccounts.id, staffId));
  if (!found) throw new Refusal('not_found');
  return found;
};
