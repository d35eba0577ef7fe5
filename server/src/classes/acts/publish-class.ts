import { isoTaipei } from '@portal/contract/dates';
import { asc, eq, lte } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import { refuseOldVersion } from '../../audit/version.ts';
import { lockClass } from '../../catalogue/lock-class.ts';
import { refuseClosedOrganization } from '../../catalogue/organizations/organization-queries.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff, StaffOrSystem } from '../../staff/actors.ts';
import { requireRight } from '../../staff/policy.ts';
import { classes } from '../tables.ts';
import { refuseImpossibleAct, takeStep } from './class-step.ts';
import { classVersion, isRepeated, type SeenClass } from './class-version.ts';

/** Publishes a draft, and keeps `publishedAt` of a published class. The class must be locked. */
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

const timeOrNull = (time: Date | null) => time && isoTaipei(time);

/** Sets the time at which the draft is published; null for none. */
const setPublishTime = async (
  tx: Tx,
  { id, publishAt }: { id: number; publishAt: Date | null },
  at: Date | null,
  { actor, now }: Context<Staff>,
): Promise<void> => {
  await tx.update(classes).set({ publishAt: at }).where(eq(classes.id, id));
  const action = at === null ? 'class.unschedule' : 'class.schedule';
  const values = { before: { publishAt: timeOrNull(publishAt) }, after: { publishAt: timeOrNull(at) } };
  await recordEvent(tx, { actor, action, subject: 'class', subjectId: id, ...values }, now);
};

/** Publishes now, or sets the time for it, which must be in the future and before the start of the class. */
export const publishByStaff = async (
  tx: Tx,
  { at, ...seen }: SeenClass & { at: Date | null },
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const trainingClass = await lockClass(tx, { id: seen.id, actor, right: 'class.publish' });
  if (at === null && (await isRepeated(tx, 'class.publish', seen, actor))) return;
  await refuseOldVersion(tx, classVersion(trainingClass.id), seen.version);
  await refuseImpossibleAct(tx, 'publish', trainingClass, now);
  await refuseClosedOrganization(tx, trainingClass.organizationId);
  if (at === null) return publishClass(tx, trainingClass, { actor, now });
  if (trainingClass.state !== 'draft') throw new Refusal('class_conflict');
  if (at <= now) throw new Refusal('class_publish_past');
  if (at >= trainingClass.startTime) throw new Refusal('class_starts_before');
  await setPublishTime(tx, trainingClass, at, { actor, now });
};

/** Removes the time at which the draft would be published. A repeat changes nothing. */
export const unscheduleClass = async (
  tx: Tx,
  seen: SeenClass,
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const trainingClass = await lockClass(tx, { id: seen.id, actor, right: 'class.publish' });
  if (await isRepeated(tx, 'class.unschedule', seen, actor)) return;
  if (trainingClass.publishAt !== null) await setPublishTime(tx, trainingClass, null, { actor, now });
};

/** Publishes one draft whose time has come; false if there is none. Several servers may call it at the same time. */
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
