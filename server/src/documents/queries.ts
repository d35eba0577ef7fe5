import type { AskedDocument } from '@portal/contract/documents';
import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { accounts } from '../accounts/tables.ts';
import { courseDocuments } from '../catalogue/tables.ts';
import { classes } from '../classes/tables.ts';
import { type ClassDetails, findClassAndCallerRegistrations } from '../enrolment/queries.ts';
import { selectionFor } from '../enrolment/rules.ts';
import type { State } from '../enrolment/states.ts';
import { registrations } from '../enrolment/tables.ts';
import { memberships } from '../groups/tables.ts';
import type { Executor, Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import { registrationDocuments } from './tables.ts';

export const findAsked = (db: Executor, classId: number): Promise<AskedDocument[]> =>
  db
    .select({
      id: courseDocuments.id,
      name: courseDocuments.name,
      hint: courseDocuments.hint,
      required: courseDocuments.required,
    })
    .from(courseDocuments)
    .innerJoin(classes, eq(classes.courseId, courseDocuments.courseId))
    .where(and(eq(classes.id, classId), isNull(courseDocuments.withdrawnAt)))
    .orderBy(asc(courseDocuments.position), asc(courseDocuments.id));

export type DocumentRow = typeof registrationDocuments.$inferSelect;

export const findGiven = (db: Executor, registrationIds: readonly number[]): Promise<DocumentRow[]> =>
  db
    .select()
    .from(registrationDocuments)
    .where(inArray(registrationDocuments.registrationId, [...registrationIds]))
    .orderBy(asc(registrationDocuments.id));

export interface Registration {
  readonly id: number;
  readonly accountId: number;
  readonly state: State;
  readonly name: string | null;
}

const findPeople = (db: Executor, ids: readonly number[]): Promise<Registration[]> =>
  db
    .select({
      id: registrations.id,
      accountId: registrations.accountId,
      state: registrations.state,
      name: accounts.chineseName,
    })
    .from(registrations)
    .innerJoin(accounts, eq(accounts.id, registrations.accountId))
    .where(inArray(registrations.id, [...ids]))
    .orderBy(asc(registrations.id));

export interface ClassDocuments {
  readonly trainingClass: ClassDetails;
  readonly asked: readonly AskedDocument[];
  readonly registrations: readonly Registration[];
  readonly given: readonly DocumentRow[];
}

export const findClassDocuments = async (
  db: Executor,
  wanted: { code: string; accountId: number; groupCode?: string | undefined },
): Promise<ClassDocuments> => {
  const found = await findClassAndCallerRegistrations(db, wanted);
  if (!found) throw new Refusal('class_not_found');
  const asked = await findAsked(db, found.trainingClass.id);
  const ids = selectionFor(found.registrations, wanted)?.registrations.map(({ id }) => id) ?? [];
  return {
    trainingClass: found.trainingClass,
    asked,
    registrations: await findPeople(db, ids),
    given: await findGiven(db, ids),
  };
};

interface Wanted {
  readonly registrationId: number;
  readonly accountId: number;
}

const isTheirs = ({ registrationId, accountId }: Wanted) =>
  and(
    eq(registrations.id, registrationId),
    or(
      eq(registrations.accountId, accountId),
      sql`${registrations.groupId} = any(array(
        select group_id from ${memberships} where account_id = ${accountId} and role = 'manager'))`,
    ),
  );

export interface RegistrationOfDocuments {
  readonly id: number;
  readonly accountId: number;
  readonly classId: number;
  readonly state: State;
}

const columns = {
  id: registrations.id,
  accountId: registrations.accountId,
  classId: registrations.classId,
  state: registrations.state,
};

/** Throws `not_found` unless the person may see it. */
export const requireOwnRegistration = async (
  db: Executor,
  wanted: Wanted,
): Promise<RegistrationOfDocuments> => {
  const [found] = await db.select(columns).from(registrations).where(isTheirs(wanted));
  if (!found) throw new Refusal('not_found');
  return found;
};

/** Makes simultaneous changes of its documents wait for each other. */
export const lockForDocuments = async (tx: Tx, id: number): Promise<RegistrationOfDocuments> => {
  const [found] = await tx
    .select(columns)
    .from(registrations)
    .where(eq(registrations.id, id))
    .for('no key update');
  if (!found) throw new Refusal('not_found');
  return found;
};

export const findDocument = async (
  db: Executor,
  { registrationId, documentId }: { registrationId: number; documentId: number },
): Promise<DocumentRow> => {
  const [found] = await db
    .select()
    .from(registrationDocuments)
    .where(
      and(eq(registrationDocuments.id, documentId), eq(registrationDocuments.registrationId, registrationId)),
    );
  if (!found) throw new Refusal('not_found');
  return found;
};
