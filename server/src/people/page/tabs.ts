import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { accounts } from '../../accounts/tables.ts';
import type { Context } from '../../audit/actor.ts';
import { certificateKinds, courses, organizations, subjects } from '../../catalogue/tables.ts';
import { certificateContents, certificates } from '../../certificates/tables.ts';
import { classes } from '../../classes/tables.ts';
import { registrations } from '../../enrolment/tables.ts';
import { groups, memberships } from '../../groups/tables.ts';
import { findBalances } from '../../money/balance.ts';
import type { Executor } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import { withinClasses, withinClassScope } from '../../staff/scope.ts';
import { scores } from '../../training/tables.ts';
import { isOpenTo } from './openness.ts';

/* The tabs of a person's page. They show rows of the organisations in which the reader holds the tab's right. */

/** Each tab shows at most this many rows, the newest. */
const MAX_ROWS = 200;

const heldClasses = (db: Executor, condition: SQL | undefined) =>
  db
    .select({
      registrationId: registrations.id,
      result: registrations.result,
      code: classes.code,
      course: courses.chineseName,
      startTime: classes.startTime,
    })
    .from(registrations)
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .innerJoin(courses, eq(courses.id, classes.courseId))
    .where(condition)
    .orderBy(desc(classes.startTime), desc(registrations.id))
    .limit(MAX_ROWS);

const ofPerson = (accountId: number) => eq(registrations.accountId, accountId);
const idsOf = (rows: readonly { readonly registrationId: number }[]) =>
  rows.map(({ registrationId }) => registrationId);

export const findLedger = async (db: Executor, accountId: number, staff: Staff) => {
  const held = await heldClasses(
    db,
    and(ofPerson(accountId), withinClassScope(staff, 'payment.read', registrations.organizationId)),
  );
  const balances = new Map((await findBalances(db, idsOf(held))).map((each) => [each.registrationId, each]));
  return held.flatMap((row) => {
    const balance = balances.get(row.registrationId);
    return balance ? [{ ...row, balance }] : [];
  });
};

export const findResults = async (db: Executor, accountId: number, staff: Staff) => {
  const held = await heldClasses(
    db,
    and(ofPerson(accountId), sql`${registrations.result} is not null`, withinClasses(staff, 'result.read')),
  );
  const found = await db
    .select({ registrationId: scores.registrationId, subject: subjects.name, score: scores.score })
    .from(scores)
    .innerJoin(subjects, eq(subjects.id, scores.subjectId))
    .where(inArray(scores.registrationId, [...idsOf(held), 0]))
    .orderBy(subjects.position, subjects.id);
  return held.map((row) => ({
    ...row,
    scores: found.filter(({ registrationId }) => registrationId === row.registrationId),
  }));
};

export const findCertificates = (db: Executor, accountId: number, by: Context<Staff>) =>
  db
    .select({
      id: certificates.id,
      number: certificates.number,
      organizationId: certificates.organizationId,
      kind: sql<string>`coalesce(${certificateContents.content} ->> 'kind', ${certificateKinds.name})`,
      course: sql<string>`coalesce(${certificateContents.content} ->> 'course', ${courses.chineseName})`,
      organization: organizations.name,
      issuedOn: certificates.issuedOn,
      endTime: certificates.endTime,
      state: certificates.state,
    })
    .from(certificates)
    .innerJoin(accounts, eq(accounts.id, certificates.accountId))
    .innerJoin(courses, eq(courses.id, certificates.courseId))
    .innerJoin(certificateKinds, eq(certificateKinds.id, certificates.kindId))
    .innerJoin(organizations, eq(organizations.id, certificates.organizationId))
    .leftJoin(certificateContents, eq(certificateContents.certificateId, certificates.id))
    .where(and(eq(certificates.accountId, accountId), isOpenTo(db, 'certificate.read', by)))
    .orderBy(desc(certificates.issuedOn), desc(certificates.id))
    .limit(MAX_ROWS);

export const findGroups = (db: Executor, accountId: number, by: Context<Staff>) =>
  db
    .select({
      code: groups.code,
      name: groups.name,
      role: memberships.role,
      joinedAt: memberships.joinedAt,
      leftAt: memberships.leftAt,
    })
    .from(memberships)
    .innerJoin(accounts, eq(accounts.id, memberships.accountId))
    .innerJoin(groups, eq(groups.id, memberships.groupId))
    .where(and(eq(memberships.accountId, accountId), isOpenTo(db, 'group.read', by)))
    .orderBy(sql`${memberships.leftAt} desc nulls first`, groups.name)
    .limit(MAX_ROWS);
