import { readable, today } from '@portal/contract/dates';
import { and, desc, eq } from 'drizzle-orm';
import type { Circumstances } from '../audit/actor.ts';
import type { Tx } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { findFee, findReceivedBefore } from './amounts.ts';
import { paymentReminderLetter } from './letters.ts';
import { lockOverdue } from './lock-overdue.ts';
import { queueRegistrationMail } from './queue-registration-mail.ts';
import { recordRegistrationEvents, unchanged } from './record-registration-events.ts';
import { dueOf } from './rules.ts';
import { registrationEvents } from './tables.ts';

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

/** At most one reminder a day. */
export const remindOverdue = async (
  tx: Tx,
  { registrationId }: { registrationId: number },
  { actor, now }: Circumstances<Staff>,
): Promise<void> => {
  const locked = await lockOverdue(tx, { registrationId }, { actor, now });
  const { state, paymentDue } = locked;
  await refuseSecondReminder(tx, registrationId, now);
  const due = { fee: await findFee(tx, locked), kept: await findReceivedBefore(tx, registrationId) };
  await recordRegistrationEvents(tx, REMIND, [{ registrationId, ...unchanged(state) }], { actor, now });
  await queueRegistrationMail(
    tx,
    { registrationId },
    ({ about }) => paymentReminderLetter({ ...about, fee: dueOf([due]), due: readable(paymentDue) }),
    now,
  );
};
