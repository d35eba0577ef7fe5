import { dollars, money } from '@portal/contract/money';
import type { Context } from '../audit/actor.ts';
import { recordEvents } from '../audit/record-event.ts';
import { applyStep } from '../enrolment/apply-step.ts';
import { queueRegistrationMails } from '../enrolment/queue-registration-mail.ts';
import { recordPayment } from '../money/record-payment.ts';
import { differenceOf, type Share, shareOut } from '../money/rules.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { closeReports } from './close-reports.ts';
import { paymentShortLetter } from './letters.ts';
import { lockPayable, type PayableRow } from './payable.ts';
import { confirmPaid, holdFor, refuseOtherAccount, refuseUnpayable } from './settle-payment.ts';
import { findLines } from './take-lines.ts';

interface Partial {
  readonly lineIds: readonly number[];
  readonly registrationIds: readonly number[];
  /** The amount that staff saw. */
  readonly missing: number;
  /** See `Settlement`. */
  readonly isUndoable?: boolean;
}

interface Short {
  readonly payment: number;
  readonly received: number;
  readonly missing: number;
  readonly heldFor?: string;
}

const askForRest = async (
  tx: Tx,
  people: readonly (Pick<Share, 'id' | 'amount'> & Pick<PayableRow, 'locked'>)[],
  { payment, received, missing, ...held }: Short,
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const reason = `尚差 ${money(missing)}`;
  const locked = people.map((each) => each.locked);
  await applyStep(tx, 'reject_payment', locked, { actor, now, reason });
  const event = { actor, action: 'payment.record_partial', subject: 'registration' } as const;
  const events = people.map(({ id, amount }) => ({
    ...{ ...event, subjectId: id },
    after: { payment, amount, missing },
  }));
  await recordEvents(tx, events, now);
  await queueRegistrationMails(
    tx,
    people.map(({ id }) => ({ registrationId: id })),
    ({ about }) => ({ ...paymentShortLetter({ ...about, received, missing }), ...held }),
    now,
  );
};

/**
 * The money counts until the rest comes: whoever owes nothing more is confirmed, the others are unpaid again. Throws if the
 * money is enough.
 */
export const recordPartialPayment = async (
  tx: Tx,
  { lineIds, registrationIds, missing, ...undo }: Partial,
  { actor, now }: Context<Staff>,
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

  const parts = shareOut(lines.amount, rows);
  const { organizationId, accountId: bankAccountId, amount, day: receivedOn } = lines;
  const receipt = { organizationId, bankAccountId, amount, receivedOn, method: 'statement' } as const;
  const allocations = parts.map((part) => ({
    ...{ registrationId: part.id, amount: part.amount, reportId: part.reportId },
    refundReason: '溢繳',
  }));
  const entry = { ...receipt, kind: 'partial', lineIds, allocations } as const;
  const payment = await recordPayment(tx, entry, { actor, now });
  const ids = parts.map(({ id }) => id);
  await closeReports(tx, ids, 'received');
  const short = parts.filter((part) => part.short > 0);
  const held = holdFor(payment.id, undo);
  await askForRest(tx, short, { payment: payment.id, received: amount, missing, ...held }, { actor, now });
  const paid = parts.filter((part) => part.short === 0);
  await confirmPaid(tx, paid, { ...payment, ...held }, { actor, now });
  return payment.id;
};
