import { readable, today } from '@portal/contract/dates';
import { and, desc, eq } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { findBalance } from '../../money/balance.ts';
import { balanceOf } from '../../money/rules.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { paymentReminderLetter } from '../letters.ts';
import { queueRegistrationMail } from '../queue-registration-mail.ts';
import { recordRegistrationEvents, unchanged } from '../record-registration-events.ts';
import { registrationEvents } from '../tables.ts';
import { lockOverdue } from './lock-overdue.ts';

const REMIND_ACTION = 'payment.remind';

const refuseSecondReminder = async (tx: Tx, registrationId: number, now: Date): Promise<void> => {
  const [last] = await tx
    .select({ at: registrationEvents.at })
    .from(registrationEvents)
    .where(
      and(
        eq(registrationEvents.registrationId, registrationId),
        eq(registrationEvents.action, REMIND_ACTION),
      ),
    )
    .orderBy(desc(registrationEvents.id))
    .limit(1);
  if (last && today(last.at) === today(now)) throw new Refusal('reminded_today');
};

/** Sends at most one reminder a day. */
export const remindOverdue = async (
  tx: Tx,
  { registrationId }: { registrationId: number },
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const { state, paymentDue } = await lockOverdue(tx, { registrationId }, { actor, now });
  await refuseSecondReminder(tx, registrationId, now);
  const fee = balanceOf(await findBalance(tx, registrationId));
  await recordRegistrationEvents(tx, REMIND_ACTION, [{ registrationId, ...unchanged(state) }], {
    actor,
    now,
  });
  await queueRegistrationMail(
    tx,
    { registrationId },
    ({ about }) => paymentReminderLetter({ ...about, fee, due: readable(paymentDue) }),
    now,
  );
};
