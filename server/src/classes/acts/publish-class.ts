import { isoTaipei } from '@portal/contract/dates';
import { asc, eq, lte } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import { refuseOldVersion } from '../../audit/version.ts';
import { lockClass } from '../../catalogue/lock-class.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff, StaffOrSystem } from '../../staff/actors.ts';
import { requireRight } from '../../staff/policy.ts';
import { classes } from '../tables.ts';
import { refuseImpossibleAct, takeStep } from './class-step.ts';
import { classVersion, isRepeated, type SeenClass } from './class-version.ts';

/** A repeat keeps `publishedAt`, by which the list is sorted. Lock the class first. */
export const publishClass = async (
  tx: Tx,
  { id }: { id: number },
  { actor, now }: Context<StaffOrSystem>,
): Promise<void> => {
  const [draft] = await tx.select().from(classes).where(eq(classes.id, id));
  if (!draft) return;
  requireRight(actor, 'class.publish', draft.organizationId);
  await takeStep(tx, 'publish', draft, { set: { publishedAt: now, publishAt: null } }, { actor, now });
};

const readable = (time: Date | null) => time && isoTaipei(time);

/** Sets when the draft will be published by itself, or never (null). */
const schedule = async (
  tx: Tx,
  { id, publishAt }: { id: number; publishAt: Date | null },
  at: Date | null,
  { actor, now }: Context<Staff>,
): Promise<void> => {
  await tx.update(classes).set({ publishAt: at }).where(eq(classes.id, id));
  const action = at === null ? 'class.unschedule' : 'class.schedule';
  const values = { before: { publishAt: readable(publishAt) }, after: { publishAt: readable(at) } };
  await recordEvent(tx, { actor, action, subject: 'class', subjectId: id, ...values }, now);
};

/** Publishes now, or at a time that lies ahead and before the start of the class. */
export const publishByStaff = async (
  tx: Tx,
  { at, ...seen }: SeenClass & { at: Date | null },
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const trainingClass = await lockClass(tx, { id: seen.id, actor, right: 'class.publish' });
  if (at === null && (await isRepeated(tx, 'class.publish', seen, actor))) return;
  await refuseOldVersion(tx, classVersion(trainingClass.id), seen.version);
  await refuseImpossibleAct(tx, 'publish', trainingClass, now);
  if (at === null) return publishClass(tx, trainingClass, { actor, now });
  if (trainingClass.state !== 'draft') throw new Refusal('class_conflict');
  if (at <= now) throw new Refusal('class_publish_past');
  if (at >= trainingClass.startTime) throw new Refusal('class_starts_before');
  await schedule(tx, trainingClass, at, { actor, now });
};

/** Takes back the time at which the draft would be published. A repeat changes nothing. */
export const unscheduleClass = async (
  tx: Tx,
  seen: SeenClass,
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const trainingClass = await lockClass(tx, { id: seen.id, actor, right: 'class.publish' });
  if (await isRepeated(tx, 'class.unschedule', seen, actor)) return;
  if (trainingClass.publishAt !== null) await schedule(tx, trainingClass, null, { actor, now });
};

/** Publishes one draft whose time has come, or returns false. Several servers may do so at once. */
export const publishNextDue = async (tx: Tx, now: Date): Promise<boolean> => {
  const [due] = await tx
    .select({ id: classes.id })
    .from(classes)
    .where(lte(classes.publishAt, now))
    .orderBy(asc(classes.publishAt), asc(classes.id))
    .limit(1)
    .for('no key update', { skipLocked: true });
  if (!due) return false;
  await publishClass(tx, due, { actor: 'system', now });
  return true;
};
