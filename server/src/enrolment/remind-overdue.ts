import { readable, today } from '@portal/contract/dates';
import { and, desc, eq } from 'drizzle-orm';
import { actorName, type Circumstances } from '../audit/actor.ts';
import { classes } from '../catalogue/tables.ts';
import type { Tx } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { cancelByStaff } from './cancel-by-staff.ts';
import { paymentReminderLetter } from './class-letters.ts';
import { lockRegistration } from './paid.ts';
import { queueRegistrationMail } from './queue-registration-mail.ts';
import { findReviewed } from './review.ts';
import { lockClasses } from './seats.ts';
import { registrationEvents } from './tables.ts';

/** Throws `overdue_not` unless the payment deadline has passed. */
const lockOverdue = async (tx: Tx, registrationId: number, { actor, now }: Circumstances<Staff>) => {
  const { id, classId } = await findReviewed(tx, registrationId, { actor, right: 'registration.review' });
  await lockClasses(tx, [classId]);
  const found = await lockRegistration(tx, id);
  const { state, paymentDue } = found;
  if (state !== 'unpaid' || paymentDue === null || paymentDue >= today(now)) throw new Refusal('overdue_not');
  return { ...found, paymentDue };
};

const REMIND = 'payment.remind';

const refuseSecondReminder = async (tx: Tx, registrationId: number, now: Date): Promise<void> => {
  const [last] = await tx
    .select({ at: registrationEvents.at })
    .from(registrationEvents)
    .where(and(eq(registrationEvents.registrationId, registrationId), eq(registrationEvents.action, REMIND)))
    .orderBy(desc(registrationEvents.id))
    .limit(1);
  if (last && today(last.at) === today(now)) throw new Refusal('reminded_today');
};

const findFee = async (tx: Tx, classId: number): Promise<number> => {
  const [found] = await tx.select({ fee: classes.fee }).from(classes).where(eq(classes.id, classId));
  return found?.fee ?? 0;
};

/** At most one reminder a day. */
export const remindOverdue = async (
  tx: Tx,
  { registrationId }: { registrationId: number },
  { actor, now }: Circumstances<Staff>,
): Promise<void> => {
  const { classId, state, paymentDue } = await lockOverdue(tx, registrationId, { actor, now });
  await refuseSecondReminder(tx, registrationId, now);
  const fee = await findFee(tx, classId);
  await tx.insert(registrationEvents).values({
    ...{ registrationId, at: now, actor: actorName(actor) },
    ...{ action: REMIND, fromState: state, toState: state },
  });
  await queueRegistrationMail(
    tx,
    { registrationId },
    (about) => paymentReminderLetter({ ...about, fee, due: readable(paymentDue) }),
    now,
  );
};

export const cancelOverdue = async (
  tx: Tx,
  { registrationId }: { registrationId: number },
  { actor, now }: Circumstances<Staff>,
): Promise<void> => {
  const { paymentDue } = await lockOverdue(tx, registrationId, { actor, now });
  const reason = `逾期未繳費（繳費期限 ${readable(paymentDue)}）`;
  await cancelByStaff(tx, { registrationId, reason }, { actor, now });
};
