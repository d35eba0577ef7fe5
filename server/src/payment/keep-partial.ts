import { dollars, money } from '@portal/contract/money';
import type { Circumstances } from '../audit/actor.ts';
import { recordEvent } from '../audit/record-event.ts';
import { applyStep } from '../enrolment/apply-step.ts';
import { queueRegistrationMail } from '../enrolment/queue-registration-mail.ts';
import type { Tx } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { paymentShortLetter } from './letters.ts';
import { lockPayable, type PayableRow } from './payable.ts';
import { recordPayment } from './record-payment.ts';
import { differenceOf, type Share, shareOut } from './rules.ts';
import { refuseOtherAccount, refuseUnpayable } from './settle-payment.ts';
import { findLines } from './take-lines.ts';

interface Partial {
  readonly lineIds: readonly number[];
  readonly registrationIds: readonly number[];
  /** As staff saw it. */
  readonly missing: number;
}

const askForRest = async (
  tx: Tx,
  { id, amount, locked }: Share & Pick<PayableRow, 'locked'>,
  { payment, received, missing }: { payment: number; received: number; missing: number },
  { actor, now }: Circumstances<Staff>,
): Promise<void> => {
  const reason = `尚差 ${money(missing)}`;
  await applyStep(tx, 'reject_payment', [locked], { actor, now, reason });
  const event = { actor, action: 'payment.keep_partial', subject: 'registration', subjectId: id } as const;
  await recordEvent(tx, { ...event, after: { payment, amount, missing } }, now);
  await queueRegistrationMail(
    tx,
    { registrationId: id },
    ({ about }) => paymentShortLetter({ ...about, received, missing }),
    now,
  );
};

/** Keeps the money until the rest comes; the registrations become unpaid again. Throws if the money is enough. */
export const keepPartial = async (
  tx: Tx,
  { lineIds, registrationIds, missing }: Partial,
  { actor, now }: Circumstances<Staff>,
): Promise<number> => {
  const rows = await lockPayable(tx, registrationIds, actor);
  const lines = await findLines(tx, lineIds, actor);
  if (!lines) throw new Refusal('line_unknown');
  refuseUnpayable(rows);
  refuseOtherAccount(rows, lines);
  const difference = differenceOf(lines.amount, rows);
  if (difference >= 0) throw new Refusal('payment_not_short');
  if (difference !== -missing)
    throw new Refusal('payment_difference', { values: { n: dollars(difference) } });

  const shares = shareOut(lines.amount, rows);
  const { organizationId, accountId: bankAccountId, amount, day: receivedOn } = lines;
  const receipt = { organizationId, bankAccountId, amount, receivedOn, method: 'statement' } as const;
  const payment = await recordPayment(tx, { ...receipt, kind: 'partial', lineIds, shares }, { actor, now });
  for (const share of shares)
    await askForRest(tx, share, { payment, received: amount, missing }, { actor, now });
  return payment;
};
