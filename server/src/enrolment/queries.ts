import type { ReportedPayment } from '@portal/contract/enrolment';
import { and, asc, count, eq, inArray, isNotNull, ne, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isPersonConfirmed } from '../accounts/people/is-person-confirmed.ts';
import { accounts } from '../accounts/tables.ts';
import { bankAccounts, courseDocuments, courses, organizations } from '../catalogue/tables.ts';
import { classes } from '../classes/tables.ts';
import { registrationDocuments } from '../documents/tables.ts';
import { groups, memberships } from '../groups/tables.ts';
import { owedBy, receivedAndRefunded } from '../money/balance.ts';
import { paymentReportRegistrations, paymentReports } from '../payment/tables.ts';
import type { Executor } from '../platform/database/database.ts';
import { preparedSelect } from '../platform/database/statement.ts';
import { Refusal } from '../platform/errors.ts';
import { type CallerRegistration, type RegistrationSelection, selectionFor, wasRejected } from './rules.ts';
import { haveOverlappingHours } from './seats/class-hours.ts';
import { applicableFee } from './seats/fee.ts';
import { type State, sqlListOf, UNFINISHED } from './states.ts';
import { registrationEvents, registrations, seatStates } from './tables.ts';

export const hasSeat = sql`${registrations.state} in ${seatStates}`;

const seated = preparedSelect('find_seated', (query) =>
  query
    .select({ accountId: registrations.accountId })
    .from(registrations)
    .where(
      and(
        eq(registrations.classId, sql.placeholder('classId')),
        sql`${registrations.accountId} = any(${sql.placeholder('accountIds')}::bigint[])`,
        hasSeat,
      ),
    ),
);

/** Returns the accounts that hold a seat in the class, personally or through any group. */
export const findSeated = async (
  db: Executor,
  wanted: { classId: number; accountIds: readonly number[] },
): Promise<number[]> => (await seated(db, wanted)).map(({ accountId }) => accountId);

export const countPending = async (
  db: Executor,
  accountIds: readonly number[],
): Promise<ReadonlyMap<number, number>> => {
  const rows = await db
    .select({ accountId: registrations.accountId, pending: count() })
    .from(registrations)
    .where(and(inArray(registrations.accountId, [...accountIds]), eq(registrations.state, 'pending')))
    .groupBy(registrations.accountId);
  return new Map(rows.map(({ accountId, pending }) => [accountId, pending]));
};

/** Finds people of whom a registration was ever cancelled because they were unconfirmed. */
export const findPeopleWithLapsedSeat = async (
  db: Executor,
  accountIds: readonly number[],
): Promise<ReadonlySet<number>> => {
  const lapsed = await db
    .selectDistinct({ accountId: registrations.accountId })
    .from(registrations)
    .innerJoin(
      registrationEvents,
      and(
        eq(registrationEvents.registrationId, registrations.id),
        eq(registrationEvents.action, 'registration.lapse'),
      ),
    )
    .where(and(inArray(registrations.accountId, [...accountIds]), isNotNull(registrations.confirmBy)));
  return new Set(lapsed.map(({ accountId }) => accountId));
};

/**
 * Only for registrations without a seat: the person has a later registration in the class, or holds a seat in it by any
 * other registration. That one may have a lower id: it was moved to this class, or reopened.
 */
const isSuperseded = sql`exists (
  select from ${registrations} other
  where other.account_id = ${registrations.accountId} and other.class_id = ${registrations.classId}
    and (other.id > ${registrations.id} or other.state in ${seatStates}))`;

const isShown: SQL = sql`${registrations.state} <> 'cancelled' and (${registrations.state} <> 'rejected' or not ${isSuperseded})`;

const callerId = sql.placeholder('accountId');
const currentTime = sql.placeholder('now');

/* As an array it is computed once, and the plan of the prepared statement can use the index on `group_id`. */
const managedGroups = sql`array(
  select group_id from ${memberships} where account_id = ${callerId} and role = 'manager')`;

/** Applies only to registrations older than the postponement. */
const freeCancelUntil = sql<
  string | null
>`case when ${registrations.createdAt} < ${classes.postponedAt} then ${classes.freeCancelUntil}::text end`;

/** Only while the registration may still lapse. */
const confirmBy = sql<Date | null>`case when ${registrations.state} = 'pending' and not (
  select ${isPersonConfirmed('a')} from ${accounts} a where a.id = ${registrations.accountId})
  then ${registrations.confirmBy} end`.mapWith(registrations.confirmBy);

const callerRegistrations = preparedSelect('find_caller_registrations', (query) =>
  query
    .select({
      id: registrations.id,
      accountId: registrations.accountId,
      state: registrations.state,
      groupId: groups.id,
      groupCode: groups.code,
      groupName: groups.name,
      paymentDue: registrations.paymentDue,
      freeCancelUntil,
      confirmBy,
      fee: applicableFee,
      due: owedBy(sql`${registrations.id}`),
    })
    .from(registrations)
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .leftJoin(groups, and(eq(groups.id, registrations.groupId), sql`${groups.id} = any(${managedGroups})`))
    .where(
      and(
        eq(registrations.classId, sql.placeholder('classId')),
        sql`(${registrations.accountId} = ${callerId} or ${registrations.groupId} = any(${managedGroups}))`,
        isShown,
      ),
    )
    .orderBy(registrations.id),
);

const findCallerRegistrations = async (
  db: Executor,
  wanted: { classId: number; accountId: number },
): Promise<CallerRegistration[]> => {
  const rows = await callerRegistrations(db, wanted);
  return rows.map(({ groupId, groupCode, groupName, ...row }) => ({
    ...row,
    managedGroup:
      groupId === null || groupCode === null || groupName === null
        ? null
        : { id: groupId, code: groupCode, name: groupName },
  }));
};

const personManagesGroup = sql`exists (
  select from ${memberships}
  where ${memberships.groupId} = ${registrations.groupId} and ${memberships.accountId} = ${registrations.accountId}
    and ${memberships.role} = 'manager')`;

export interface RegistrationWithClass {
  readonly id: number;
  readonly accountId: number;
  readonly state: State;
  readonly classId: number;
  readonly organizationId: number;
  readonly courseId: number;
  readonly startTime: Date;
  /** The group whose managers may pay. Null for a personal registration, and if the person manages the group. */
  readonly group: string | null;
}

/** Returns those that exist, by id. */
export const findRegistrations = (db: Executor, ids: readonly number[]): Promise<RegistrationWithClass[]> =>
  db
    .select({
      id: registrations.id,
      accountId: registrations.accountId,
      state: registrations.state,
      classId: registrations.classId,
      organizationId: classes.organizationId,
      courseId: classes.courseId,
      startTime: classes.startTime,
      group: groups.name,
    })
    .from(registrations)
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .leftJoin(groups, and(eq(groups.id, registrations.groupId), sql`not ${personManagesGroup}`))
    .where(inArray(registrations.id, [...ids]))
    .orderBy(asc(registrations.id));

/** Null if there is no public class with this code. */
export const findOrganizationOfClass = async (db: Executor, code: string): Promise<number | null> => {
  const [found] = await db
    .select({ organizationId: classes.organizationId })
    .from(classes)
    .where(and(eq(classes.code, code), sql`${classes.publishedAt} is not null`));
  return found?.organizationId ?? null;
};

const mailData = preparedSelect('find_mail_data', (query) =>
  query
    .select({
      registrationId: registrations.id,
      accountId: registrations.accountId,
      name: accounts.chineseName,
      email: accounts.email,
      hasConfirmedMailbox: sql<boolean>`${accounts.emailConfirmedAt} is not null`,
      organization: organizations.name,
      code: classes.code,
      train: courses.chineseName,
      startTime: classes.startTime,
      place: classes.place,
    })
    .from(registrations)
    .innerJoin(accounts, eq(accounts.id, registrations.accountId))
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .innerJoin(organizations, eq(organizations.id, classes.organizationId))
    .innerJoin(courses, eq(courses.id, classes.courseId))
    .where(sql`${registrations.id} = any(${sql.placeholder('registrationIds')}::bigint[])`),
);

/** Returns the data of mails by registration. */
export const findMailData = async (db: Executor, registrationIds: readonly number[]) => {
  const rows = await mailData(db, { registrationIds });
  return new Map(
    rows.map(({ registrationId, accountId: id, name, email, hasConfirmedMailbox, ...trainingClass }) => {
      const person = { id, name: name ?? '', email, hasConfirmedMailbox };
      return [registrationId, { person, trainingClass }] as const;
    }),
  );
};

const classDetails = preparedSelect('find_class_details', (query) =>
  query
    .select({
      id: classes.id,
      code: classes.code,
      organization: organizations.name,
      train: courses.chineseName,
      startTime: classes.startTime,
      paidHtml: classes.paidHtml,
      info: classes.info,
      place: classes.place,
      endTime: classes.endTime,
      fee: classes.fee,
      paymentDays: classes.paymentDays,
      // The bank's code and name: a transfer needs the code.
      bank: sql<string | null>`coalesce(${bankAccounts.bankCode} || ' ', '') || ${bankAccounts.bank}`,
      holder: bankAccounts.holder,
      accountNumber: bankAccounts.number,
      published: sql<boolean>`${classes.publishedAt} is not null`,
    })
    .from(classes)
    .innerJoin(organizations, eq(organizations.id, classes.organizationId))
    .innerJoin(courses, eq(courses.id, classes.courseId))
    .leftJoin(bankAccounts, eq(bankAccounts.id, classes.bankAccountId))
    .where(eq(classes.code, sql.placeholder('code'))),
);

export type ClassDetails = Awaited<ReturnType<typeof classDetails>>[number];

/** Null if there is no such class, or if it is unpublished and the caller has no registration in it. */
export const findClassAndCallerRegistrations = async (
  db: Executor,
  { code, accountId }: { code: string; accountId: number },
): Promise<{ trainingClass: ClassDetails; registrations: CallerRegistration[] } | null> => {
  const [trainingClass] = await classDetails(db, { code });
  if (!trainingClass) return null;
  const registrations = await findCallerRegistrations(db, { classId: trainingClass.id, accountId });
  return registrations.length > 0 || trainingClass.published ? { trainingClass, registrations } : null;
};

/** Throws if no registration is selected. */
export const selectRegistrations = async (
  db: Executor,
  wanted: { code: string; accountId: number; groupCode?: string | undefined },
): Promise<{ trainingClass: ClassDetails; selection: RegistrationSelection<CallerRegistration> }> => {
  const found = await findClassAndCallerRegistrations(db, wanted);
  if (!found) throw new Refusal('class_unknown');
  const selection = selectionFor(found.registrations, wanted);
  if (!selection)
    throw new Refusal(wasRejected(found.registrations, wanted) ? 'registration_rejected' : 'not_applied');
  return { trainingClass: found.trainingClass, selection };
};

/*
 * The classes in which a managed group has a record to show: an unfinished registration, or a confirmed one in a class
 * that has not started. The caller's own registrations are read in every class, those of managed groups only in these.
 */
const classesOfGroupRecords = sql`array(
  select class_id from ${registrations}
  where group_id = any(${managedGroups})
    and (state in ${sql.raw(sqlListOf(UNFINISHED))}
      or (state = 'confirmed' and (select start_time from ${classes} where id = class_id) >= ${currentTime})))`;
const shownIds = sql`array(
  select id from ${registrations}
  where account_id = ${callerId} or (group_id = any(${managedGroups}) and class_id = any(${classesOfGroupRecords})))`;
/** The caller manages the group of the registration. */
const isManaged = sql<boolean>`coalesce(${registrations.groupId} = any(${managedGroups}), false)`;

/** Cancellations by staff and lapsed registrations (only these have a reason) are shown until the class starts or the person enrols again. */
const isShownCancellation = sql`(${registrations.state} = 'cancelled' and ${registrations.reason} is not null
  and not ${isManaged} and ${classes.startTime} > ${currentTime} and not ${isSuperseded})`;

const asksForDocuments = sql<boolean>`exists (
  select from ${courseDocuments} where course_id = ${classes.courseId} and withdrawn_at is null)`;

const missingDocuments = sql<number>`(
  select count(*)::int from ${courseDocuments}
  where course_id = ${classes.courseId} and withdrawn_at is null and required and not exists (
    select from ${registrationDocuments} given
    where given.registration_id = ${registrations.id} and given.course_document_id = ${courseDocuments.id}))`;

/** A group's report is shown to its managers only. */
const reported = sql<
  (ReportedPayment & { id: number }) | null
>`case when ${registrations.state} = 'reported' then (
  select json_build_object('id', report.id, 'paid_time', report.paid_time, 'last_five', report.last_five,
    'paid_money', report.paid_money)
  from ${paymentReportRegistrations} covered join ${paymentReports} report on report.id = covered.report_id
  where covered.registration_id = ${registrations.id} and covered.outcome is null
    and report.group_id is not distinct from case when ${isManaged} then ${registrations.groupId} end) end`;

const lastRejection = sql<string | null>`case when ${registrations.state} = 'pending' then (
  select before.reason from ${registrations} before
  where before.account_id = ${registrations.accountId} and before.class_id = ${registrations.classId}
    and before.state = 'rejected'
  order by before.id desc limit 1) end`;

/** Only for those whom a manager sees by name. */
const hasLeft = sql<boolean>`(${registrations.state} = 'unpaid' and ${isManaged} and not exists (
  select from ${memberships}
  where account_id = ${registrations.accountId} and group_id = ${registrations.groupId} and left_at is null))`;

const records = preparedSelect('find_records', (query) =>
  query
    .select({
      id: registrations.id,
      state: registrations.state,
      reason: registrations.reason,
      lastRejection,
      managed: isManaged,
      isOwn: sql<boolean>`${registrations.accountId} = ${callerId}`,
      groupName: groups.name,
      groupCode: groups.code,
      person: accounts.chineseName,
      hasLeft,
      paymentDue: registrations.paymentDue,
      fee: applicableFee,
      paymentDays: classes.paymentDays,
      place: classes.place,
      endTime: classes.endTime,
      contactName: classes.contactName,
      contactPhone: classes.contactPhone,
      code: classes.code,
      startTime: classes.startTime,
      organization: organizations.name,
      train: courses.chineseName,
      asksForDocuments,
      missingDocuments,
      freeCancelUntil,
      confirmBy,
      reported,
      due: owedBy(sql`${registrations.id}`),
      account: receivedAndRefunded(sql`${registrations.id}`),
    })
    .from(registrations)
    .innerJoin(accounts, eq(accounts.id, registrations.accountId))
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .innerJoin(organizations, eq(organizations.id, classes.organizationId))
    .innerJoin(courses, eq(courses.id, classes.courseId))
    .leftJoin(groups, eq(groups.id, registrations.groupId))
    .where(
      and(
        sql`${registrations.id} = any(${shownIds})`,
        sql`(${isShown} or ${isShownCancellation})`,
        sql`(${registrations.state} <> 'confirmed' or ${classes.startTime} >= ${currentTime} or ${isManaged})`,
      ),
    )
    .orderBy(classes.startTime, classes.code, groups.code, registrations.id),
);

export type RecordRow = Awaited<ReturnType<typeof records>>[number];

/**
 * Returns the rows from which `presentRecords` makes records: all registrations of a managed group in a class become one
 * record. If that record is over (all confirmed, the class has started), some of its rows may be missing;
 * `presentRecords` leaves it out anyway.
 */
export const findRecords = (db: Executor, accountId: number, now: Date): Promise<RecordRow[]> =>
  records(db, { accountId, now });

/* The names that `haveOverlappingHours` expects. */
const wantedClass = alias(classes, 'c');
const otherClass = alias(classes, 'oc');

const overlappingClasses = preparedSelect('find_overlapping_classes', (query) =>
  query
    .select({ code: otherClass.code, train: courses.chineseName, startTime: otherClass.startTime })
    .from(registrations)
    .innerJoin(otherClass, eq(otherClass.id, registrations.classId))
    .innerJoin(courses, eq(courses.id, otherClass.courseId))
    .innerJoin(wantedClass, eq(wantedClass.code, sql.placeholder('code')))
    .where(
      and(
        eq(registrations.accountId, callerId),
        hasSeat,
        ne(otherClass.id, wantedClass.id),
        haveOverlappingHours('c', 'oc'),
      ),
    )
    .orderBy(asc(otherClass.startTime), asc(otherClass.code)),
);

/** The classes in which the person holds a seat at hours that overlap those of this class. */
export const findOverlappingClasses = (db: Executor, wanted: { code: string; accountId: number }) =>
  overlappingClasses(db, wanted);
