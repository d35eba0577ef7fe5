import type { NewClass } from '@portal/contract/office/classes';
import { inArray } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { Context } from '../../audit/actor.ts';
import { refuseClosedAccount } from '../../catalogue/bank-accounts/bank-account-queries.ts';
import { refuseClosedOrganization } from '../../catalogue/organizations/organization-queries.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { copyAttachments } from '../files/copy-attachments.ts';
import { mayWriteClasses } from '../policy.ts';
import { requireCourse } from '../queries.ts';
import { classes } from '../tables.ts';
import { seriesCodes } from './class-codes.ts';
import {
  classColumns,
  refuseReservedCode,
  refusingTakenCode,
  sessionsOf,
  setInstructors,
} from './class-input.ts';
import { createClass } from './create-class.ts';
import { addWeeksToSessions, sortSessions, taipeiTime } from './sessions.ts';
import { setClassSessions } from './set-class-sessions.ts';

const WEEK_MS = 7 * 86_400_000;

const addWeeks = (time: Date | null, weeks: number): Date | null =>
  time && new Date(time.getTime() + weeks * WEEK_MS);

const joinSeries = async (tx: Tx, seriesId: number, made: readonly { id: number }[]): Promise<void> => {
  await tx
    .update(classes)
    .set({ seriesId })
    .where(
      inArray(
        classes.id,
        made.map(({ id }) => id),
      ),
    );
};

/** Creates `form.weeks` drafts, each a week after the one before. Throws `class_code_taken`, and for wrong fields. */
export const createClasses = async (
  tx: Tx,
  form: z.output<typeof NewClass>,
  { actor, now }: Context<Staff>,
): Promise<{ id: number; code: string }[]> => {
  const { organizationId, courseId } = form;
  if (!mayWriteClasses(actor, organizationId)) throw new Refusal('class_organization_unknown');
  await refuseClosedOrganization(tx, organizationId);
  await requireCourse(tx, courseId);
  refuseReservedCode(form.code);
  const columns = await classColumns(tx, form, { organizationId, former: [] });
  await refuseClosedAccount(tx, columns.bankAccountId);
  const created: { id: number; code: string }[] = [];
  for (const [week, code] of (await seriesCodes(tx, form.code, form.weeks)).entries()) {
    const sessions = sortSessions(addWeeksToSessions(sessionsOf(form), week)).map(
      ({ id: _, ...session }) => session,
    );
    const [first] = sessions;
    if (!first) throw new RangeError('a class has at least one session');
    const values = {
      ...{ ...columns, organizationId, courseId, code, startTime: taipeiTime(first.date, first.fromTime) },
      ...{ applyFrom: addWeeks(form.applyFrom, week), applyUntil: addWeeks(form.applyUntil, week) },
    };
    const id = await refusingTakenCode(() => createClass(tx, values, { actor, now }));
    await setClassSessions(tx, { classId: id, sessions }, { actor, now });
    await setInstructors(tx, id, form.instructorIds);
    created.push({ id, code });
  }
  const [firstClass] = created;
  if (firstClass && created.length > 1) await joinSeries(tx, firstClass.id, created);
  const to = created.map(({ id }) => id);
  if (form.copyOf !== null) await copyAttachments(tx, { from: form.copyOf, to }, { actor, now });
  return created;
};
