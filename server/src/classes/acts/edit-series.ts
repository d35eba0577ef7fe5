import type { EditedClass } from '@portal/contract/office/classes';
import { and, eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { Context } from '../../audit/actor.ts';
import { findVersion } from '../../audit/version.ts';
import { lockClasses } from '../../enrolment/lock-registrations.ts';
import { groups } from '../../groups/tables.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal, refusalText } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { findInstructors, findSessions } from '../queries.ts';
import { classes } from '../tables.ts';
import { classVersion } from './class-version.ts';
import { editClass } from './edit-class.ts';
import { findSeries } from './find-series.ts';

type Form = Omit<z.output<typeof EditedClass>, 'version' | 'message' | 'series'>;

/** What the classes of a series share. Each keeps its code, its sessions and its period of enrolment. */
const SHARED = [
  'place',
  'contactName',
  'contactPhone',
  'limitNumber',
  'minimumNumber',
  'fee',
  'paymentDays',
  'bankAccountId',
  'hours',
  'personalAllow',
  'groupAllow',
  'groupCode',
  'instructorIds',
  'html',
  'paidHtml',
  'info',
  'staffNote',
] as const satisfies readonly (keyof Form)[];

/** The class as its form would be sent without a change. */
const formOf = async (tx: Tx, id: number): Promise<Form> => {
  const [found] = await tx
    .select({ class: classes, groupCode: groups.code })
    .from(classes)
    .leftJoin(groups, eq(groups.id, classes.groupId))
    .where(and(eq(classes.id, id)));
  if (!found) throw new Refusal('not_found');
  const [sessions, instructors] = [await findSessions(tx, id), await findInstructors(tx, id)];
  return {
    ...found.class,
    groupCode: found.groupCode,
    instructorIds: instructors.map((each) => each.id),
    sessions: sessions.map(({ fromTime, toTime, ...session }) => ({
      ...session,
      from: fromTime.slice(0, 5),
      to: toTime.slice(0, 5),
    })),
  };
};

const changedOf = (before: Form, after: Form): Partial<Form> =>
  Object.fromEntries(
    SHARED.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field])).map((field) => [
      field,
      after[field],
    ]),
  );

/** Refuses the whole edit if one of the classes refuses its part, and names it. */
const editOther = async (
  tx: Tx,
  { id, code }: { id: number; code: string },
  { changed, message }: { changed: Partial<Form>; message: string | null },
  context: Context<Staff>,
): Promise<void> => {
  const form = { ...(await formOf(tx, id)), ...changed };
  const version = await findVersion(tx, classVersion(id));
  try {
    await editClass(tx, { ...form, id, version, message }, context);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Refusal('class_series_refused', { values: { code, why: refusalText(error) } });
  }
};

/**
 * Edits a class; with `series` also the other classes of its series that have not begun: what changed here changes there.
 * Statements grow with the classes, of which a series has 26 at most.
 */
export const editWithSeries = async (
  tx: Tx,
  { series, ...form }: z.output<typeof EditedClass> & { id: number },
  context: Context<Staff>,
): Promise<void> => {
  if (!series) return editClass(tx, form, context);
  const [own] = await tx.select().from(classes).where(eq(classes.id, form.id));
  const others = own ? await findSeries(tx, own, context.now) : [];
  // In the order in which all locks of classes are taken.
  await lockClasses(tx, [form.id, ...others.map(({ id }) => id)]);
  const before = await formOf(tx, form.id);
  await editClass(tx, form, context);
  // Both as stored: a form sends null for an empty text, and texts are cleaned.
  const changed = changedOf(before, await formOf(tx, form.id));
  if (Object.keys(changed).length === 0) return;
  for (const other of others) await editOther(tx, other, { changed, message: form.message }, context);
};
