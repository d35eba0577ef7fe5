import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { accounts } from '../../accounts/tables.ts';
import { registrations } from '../../enrolment/tables.ts';
import { groups } from '../../groups/tables.ts';
import type { Executor } from '../../platform/database/database.ts';
import { attendance } from '../tables.ts';

export const findConfirmed = (db: Executor, classId: number, ids?: readonly number[]) =>
  db
    .select({
      registrationId: registrations.id,
      accountId: accounts.id,
      name: sql<string>`coalesce(${accounts.chineseName}, '')`,
      identity: sql<string>`coalesce(${accounts.idNumber}, ${accounts.passportNo}, '')`,
      hasAddress: sql<boolean>`${accounts.email} is not null`,
      hasPhoto: sql<boolean>`${accounts.photoKey} is not null`,
      group: groups.name,
      result: registrations.result,
    })
    .from(registrations)
    .innerJoin(accounts, eq(accounts.id, registrations.accountId))
    .leftJoin(groups, eq(groups.id, registrations.groupId))
    .where(
      and(
        eq(registrations.classId, sql`${classId}`),
        sql`${registrations.state} = 'confirmed'`,
        ids && inArray(registrations.id, [...ids]),
      ),
    )
    .orderBy(sql`${groups.name} nulls first`, asc(accounts.chineseName), asc(registrations.id));
export type ConfirmedRow = Awaited<ReturnType<typeof findConfirmed>>[number];

export const findMarks = (db: Executor, sessionIds: readonly number[]) =>
  db
    .select()
    .from(attendance)
    .where(inArray(attendance.sessionId, [...sessionIds]));
export type MarkRow = Awaited<ReturnType<typeof findMarks>>[number];
