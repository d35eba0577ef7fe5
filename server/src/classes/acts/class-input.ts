import type { EditedClass, NewClass } from '@portal/contract/office/classes';
import { eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { groups } from '../../groups/tables.ts';
import type { Executor, Tx } from '../../platform/database/database.ts';
import { violatedConstraint } from '../../platform/database/violated-constraint.ts';
import { collectFieldErrors, Refusal } from '../../platform/errors.ts';
import { cleanHtml } from '../../platform/http/html.ts';
import { findBankAccountChoices, findPossibleInstructors } from '../queries.ts';
import { classInstructors } from '../tables.ts';
import type { NewClassSession } from './set-class-sessions.ts';

type ClassForm = Omit<z.output<typeof EditedClass>, 'version' | 'message' | 'series'> &
  Partial<Pick<z.output<typeof NewClass>, 'weeks'>>;

const RESERVED_CODES = ['personal', 'group', 'groups', 'store', 'member'];

export const refuseReservedCode = (code: string): void => {
  if (RESERVED_CODES.includes(code.toLowerCase())) throw new Refusal('class_code_reserved');
};

const CODE_CONSTRAINTS = ['classes_code_unique', 'classes_code_any_case'];

export const refusingTakenCode = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (CODE_CONSTRAINTS.includes(violatedConstraint(error) ?? '')) throw new Refusal('class_code_taken');
    throw error;
  }
};

const requireGroupId = async (db: Executor, code: string | null): Promise<number | null> => {
  if (code === null) return null;
  const [found] = await db.select({ id: groups.id }).from(groups).where(eq(groups.code, code));
  if (!found) throw new Refusal('class_group_unknown');
  return found.id;
};

const refuseOtherBankAccount = async (
  db: Executor,
  organizationId: number,
  id: number | null,
): Promise<void> => {
  if (id === null) return;
  const own = await findBankAccountChoices(db, organizationId);
  if (!own.some((account) => account.id === id)) throw new Refusal('bank_account_unknown');
};

const refuseOtherInstructors = async (
  db: Executor,
  organizationId: number,
  ids: readonly number[],
): Promise<void> => {
  const possible = await findPossibleInstructors(db, organizationId);
  if (!ids.every((id) => possible.some((staff) => staff.id === id)))
    throw new Refusal('class_instructor_unknown');
};

/**
 * Returns the columns of a class, with clean HTML. Throws if the form names a group, bank account or instructor that
 * the organisation may not use. `former`: instructors whom the class names already; they may have lost the role
 * since.
 */
export const classColumns = async (
  db: Executor,
  form: ClassForm,
  { organizationId, former }: { organizationId: number; former: readonly number[] },
) => {
  const { html, paidHtml, info, staffNote, groupCode } = form;
  const added = form.instructorIds.filter((id) => !former.includes(id));
  const [groupId] = await collectFieldErrors([
    requireGroupId(db, groupCode),
    refuseOtherBankAccount(db, organizationId, form.bankAccountId),
    refuseOtherInstructors(db, organizationId, added),
  ]);
  return {
    code: form.code,
    place: form.place,
    contactName: form.contactName,
    contactPhone: form.contactPhone,
    limitNumber: form.limitNumber,
    minimumNumber: form.minimumNumber,
    fee: form.fee,
    paymentDays: form.paymentDays,
    bankAccountId: form.bankAccountId,
    hours: form.hours,
    personalAllow: form.personalAllow,
    groupAllow: form.groupAllow,
    groupId,
    applyFrom: form.applyFrom,
    applyUntil: form.applyUntil,
    html: cleanHtml(html ?? ''),
    paidHtml: cleanHtml(paidHtml ?? ''),
    info: info ? cleanHtml(info) : null,
    staffNote: staffNote ?? '',
  };
};

export const sessionsOf = (form: Pick<ClassForm, 'sessions'>): NewClassSession[] =>
  form.sessions.map(({ from, to, ...session }) => ({ ...session, fromTime: from, toTime: to }));

/** Replaces the instructors of the class. */
export const setInstructors = async (tx: Tx, classId: number, ids: readonly number[]): Promise<void> => {
  await tx.delete(classInstructors).where(eq(classInstructors.classId, classId));
  const rows = [...new Set(ids)].map((staffId) => ({ classId, staffId }));
  if (rows.length > 0) await tx.insert(classInstructors).values(rows);
};
