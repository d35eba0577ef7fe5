import { isoTaipei } from '@portal/contract/dates';
import type { ClassDraft } from '@portal/contract/office/classes';
import { and, asc, desc, eq, isNull, or, sql } from 'drizzle-orm';
import { bankAccounts } from '../../catalogue/tables.ts';
import type { Executor } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { findAttachments } from '../files/attachment-queries.ts';
import { presentClassSession } from '../list/show-class.ts';
import { mayWriteClasses } from '../policy.ts';
import { findInstructors, findSessions, requireClassFor, requireCourse } from '../queries.ts';
import { classes } from '../tables.ts';
import { proposeCode } from './class-codes.ts';

/** Finds the place and the contact of the organisation's newest class. */
const findLastPlaceAndContact = async (db: Executor, organizationId: number) => {
  const [last] = await db
    .select({
      place: classes.place,
      contactName: classes.contactName,
      contactPhone: classes.contactPhone,
    })
    .from(classes)
    .where(eq(classes.organizationId, organizationId))
    .orderBy(desc(classes.id))
    .limit(1);
  return last ?? { place: '', contactName: '', contactPhone: '' };
};

/** The open account that the organisation's newest class with one names, or else its first open account. */
const findDefaultBankAccount = async (db: Executor, organizationId: number): Promise<number | null> => {
  const lastClass = sql`(
    select max(c.id) from classes c
    where c.bank_account_id = bank_accounts.id and c.organization_id = ${organizationId})`;
  const isChoice = or(eq(bankAccounts.organizationId, organizationId), sql`${lastClass} is not null`);
  const [found] = await db
    .select({ id: bankAccounts.id })
    .from(bankAccounts)
    .where(and(isChoice, isNull(bankAccounts.closedAt)))
    .orderBy(sql`${lastClass} desc nulls last`, asc(bankAccounts.id))
    .limit(1);
  return found?.id ?? null;
};

/** Proposes values for a new class of the course. Stores nothing. */
export const draftFromCourse = async (
  db: Executor,
  { organizationId, courseId }: { organizationId: number; courseId: number },
  actor: Staff,
): Promise<ClassDraft> => {
  if (!mayWriteClasses(actor, organizationId)) throw new Refusal('class_organization_unknown');
  const course = await requireCourse(db, courseId);
  const code = await proposeCode(db, { organizationId, courseId });
  const { limitNumber, fee, paymentDays, html, paidHtml, info } = course;
  return {
    ...{ code, organizationId, courseId, limitNumber, fee, paymentDays, html, paidHtml, info },
    ...(await findLastPlaceAndContact(db, organizationId)),
    bankAccountId: await findDefaultBankAccount(db, organizationId),
    ...{ minimumNumber: null, hours: null, groupCode: null, instructorIds: [], staffNote: '', sessions: [] },
    ...{ personalAllow: true, groupAllow: true, applyFrom: null, applyUntil: null, copyOf: null },
  };
};

const timeOrNull = (time: Date | null) => time && isoTaipei(time);

/** Proposes values for a new class like this one, with the same dates. Stores nothing. */
export const draftFromClass = async (db: Executor, id: number, actor: Staff): Promise<ClassDraft> => {
  const { class: trainingClass, group } = await requireClassFor(db, id, actor, 'class.write');
  const [sessions, instructors, code, files] = await Promise.all([
    findSessions(db, id),
    findInstructors(db, id),
    proposeCode(db, trainingClass),
    findAttachments(db, id),
  ]);
  const { organizationId, courseId, place, contactName, contactPhone, limitNumber, minimumNumber } =
    trainingClass;
  const { fee, paymentDays, bankAccountId, hours, personalAllow, groupAllow } = trainingClass;
  const { html, paidHtml, info, staffNote } = trainingClass;
  return {
    ...{ code, organizationId, courseId, place, contactName, contactPhone, limitNumber, minimumNumber },
    ...{ fee, paymentDays, bankAccountId, hours, personalAllow, groupAllow, html, paidHtml, info, staffNote },
    groupCode: group?.code ?? null,
    instructorIds: instructors.map(({ id: staffId }) => staffId),
    sessions: sessions.map(presentClassSession).map(({ id: _, ...session }) => session),
    applyFrom: timeOrNull(trainingClass.applyFrom),
    applyUntil: timeOrNull(trainingClass.applyUntil),
    copyOf: { id, code: trainingClass.code, attachments: files.length },
  };
};
