import type { EditedClass } from '@portal/contract/office/classes';
import { eq, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import { refuseOldVersion } from '../../audit/version.ts';
import { type LockedClass, lockClass } from '../../catalogue/lock-class.ts';
import { registrations } from '../../enrolment/tables.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { classChangedLetter } from '../letters.ts';
import { findInstructors, findSessions } from '../queries.ts';
import { classes } from '../tables.ts';
import { changedClassFields } from './class-changes.ts';
import {
  classColumns,
  refuseReservedCode,
  refusingTakenCode,
  sessionsOf,
  setInstructors,
} from './class-input.ts';
import { refuseImpossibleAct } from './class-step.ts';
import { classVersion } from './class-version.ts';
import { queueSeatHolderMails } from './queue-seat-holder-mails.ts';
import { hasNewTimeOrPlace, sessionText, sortSessions } from './sessions.ts';
import { type NewClassSession, writeSessions } from './set-class-sessions.ts';

type Form = Omit<z.output<typeof EditedClass>, 'series'>;

/** Whether somebody has been approved. The fee is then fixed, because people may already be paying it. */
const hasApproved = async (tx: Tx, classId: number): Promise<boolean> => {
  const [found] = await tx
    .select({ id: registrations.id })
    .from(registrations)
    .where(
      sql`${registrations.classId} = ${classId} and ${registrations.state} in ('unpaid', 'reported', 'confirmed')`,
    )
    .limit(1);
  return found !== undefined;
};

const refuseFixedFields = async (tx: Tx, before: LockedClass, form: Form): Promise<void> => {
  if (form.code !== before.code) {
    if (before.state !== 'draft') throw new Refusal('class_code_fixed');
    refuseReservedCode(form.code);
  }
  if (form.limitNumber < before.number)
    throw new Refusal('class_seats_held', { values: { n: before.number } });
  if (form.fee !== before.fee && (await hasApproved(tx, before.id))) throw new Refusal('class_fee_fixed');
};

interface Schedules {
  readonly before: readonly NewClassSession[];
  readonly after: readonly NewClassSession[];
}

const mustMailSeatHolders = (
  trainingClass: LockedClass,
  form: Form,
  { before, after }: Schedules,
  now: Date,
): boolean => {
  const isOver = (trainingClass.endTime ?? trainingClass.startTime) <= now;
  if (trainingClass.number === 0 || isOver) return false;
  return hasNewTimeOrPlace(
    { sessions: before, place: trainingClass.place },
    { sessions: after, place: form.place },
  );
};

const sessionTexts = (sessions: readonly NewClassSession[]): string[] =>
  sortSessions(sessions).map((session) =>
    [sessionText(session), session.place, session.instructor].filter(Boolean).join(' '),
  );

interface Edit {
  readonly id: number;
  readonly changed: ReturnType<typeof changedClassFields>;
  readonly message: string | null;
}

const recordEdit = async (
  tx: Tx,
  { id, changed, message }: Edit,
  { actor, now }: Context<Staff>,
): Promise<void> => {
  if (!changed) return;
  const { before, after } = changed;
  const event = { actor, action: 'class.edit', subject: 'class', subjectId: id } as const;
  await recordEvent(tx, { ...event, before, after: { ...after, ...(message && { message }) } }, now);
};

/** A new time or place needs a message while people hold seats and the class is not over. They get it by mail. */
export const editClass = async (
  tx: Tx,
  { id, ...form }: Form & { id: number },
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const trainingClass = await lockClass(tx, { id, actor, right: 'class.write' });
  await refuseOldVersion(tx, classVersion(id), form.version);
  await refuseImpossibleAct(tx, 'edit', trainingClass, now);
  await refuseFixedFields(tx, trainingClass, form);
  const former = await findInstructors(tx, id);
  const formerIds = former.map(({ id: staffId }) => staffId);
  const columns = await classColumns(tx, form, {
    organizationId: trainingClass.organizationId,
    former: formerIds,
  });
  const schedules = { before: await findSessions(tx, id), after: sessionsOf(form) };
  const mustMail = mustMailSeatHolders(trainingClass, form, schedules, now);
  if (mustMail && form.message === null)
    throw new Refusal('class_message_required', { values: { n: trainingClass.number } });

  await refusingTakenCode(() => tx.update(classes).set(columns).where(eq(classes.id, id)));
  await writeSessions(tx, { classId: id, sessions: schedules.after });
  await setInstructors(tx, id, form.instructorIds);
  const message = mustMail ? form.message : null;
  const instructors = await findInstructors(tx, id);
  const names = (people: readonly { name: string }[]) => people.map(({ name }) => name);
  const changed = changedClassFields(
    { ...trainingClass, sessions: sessionTexts(schedules.before), instructors: names(former) },
    { ...columns, sessions: sessionTexts(schedules.after), instructors: names(instructors) },
  );
  await recordEdit(tx, { id, changed, message }, { actor, now });
  if (message !== null)
    await queueSeatHolderMails(tx, id, (about) => classChangedLetter({ ...about, message }), now);
};
