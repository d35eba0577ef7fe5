import { readableTime } from '@portal/contract/dates';
import { eq, sql } from 'drizzle-orm';
import type { Circumstances } from '../audit/actor.ts';
import { recordEvent } from '../audit/record-event.ts';
import { applyStep } from '../enrolment/apply-step.ts';
import { lockRegistrations } from '../enrolment/lock-registrations.ts';
import { queueRegistrationMail } from '../enrolment/queue-registration-mail.ts';
import { findBalances } from '../money/balance.ts';
import { endPayment } from '../money/end-payment.ts';
import { balanceOf } from '../money/rules.ts';
import { allocations, payments } from '../money/tables.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { staffAccounts } from '../staff/tables.ts';
import { reopenReport } from './close-reports.ts';
import { confirmationUndoneLetter } from './letters.ts';
import { mayConfirm } from './policy.ts';

interface Undo {
  readonly paymentId: number;
  readonly reason: string;
}

type Payment = typeof payments.$inferSelect;

const refuseUndone = async (tx: Tx, { endedAt, endedBy }: Payment): Promise<void> => {
  if (endedAt === null) return;
  const [staff] = await tx
    .select({ name: staffAccounts.name })
    .from(staffAccounts)
    .where(sql`${endedBy} = 'staff:' || ${staffAccounts.id}`);
  const values = { time: readableTime(endedAt), name: staff?.name ?? '系統' };
  throw new Refusal('undo_done', { values });
};

const lockPayment = async (tx: Tx, id: number, actor: Staff): Promise<Payment> => {
  const [found] = await tx.select().from(payments).where(eq(payments.id, id)).for('no key update');
  if (!found || !mayConfirm(actor, found)) throw new Refusal('not_found');
  await refuseUndone(tx, found);
  return found;
};

const lockMembers = async (tx: Tx, paymentId: number) => {
  const parts = await tx
    .select({ id: allocations.registrationId, reportId: allocations.reportId })
    .from(allocations)
    .where(eq(allocations.paymentId, paymentId));
  const reportOf = new Map(parts.map(({ id, reportId }) => [id, reportId]));
  const locked = await lockRegistrations(tx, [...reportOf.keys()]);
  return locked.map((each) => ({ locked: each, reportId: reportOf.get(each.id) ?? null }));
};

type Member = Awaited<ReturnType<typeof lockMembers>>[number];

/** The registration is not confirmed any more. If the payment answered a report, this waits again. */
const takeBack = async (
  tx: Tx,
  { locked, reportId }: Member,
  { paymentId, reason }: Undo,
  { actor, now }: Circumstances<Staff>,
): Promise<void> => {
  if (locked.result !== null) throw new Refusal('undo_result');
  const { id } = locked;
  const step = reportId === null ? 'undo_to_unpaid' : 'undo_to_reported';
  await applyStep(tx, step, [locked], { actor, now, data: { payment: paymentId }, reason });
  if (reportId !== null) await reopenReport(tx, { reportId, registrationId: id });
  await queueRegistrationMail(
    tx,
    { registrationId: id },
    ({ about, seat }) =>
      confirmationUndoneLetter({ ...about, reason, seat: { ...seat, revision: 'cancelled' } }),
    now,
  );
};

/** The registration owes more than before. */
const takePartBack = async (
  tx: Tx,
  { locked }: Member,
  { paymentId, reason }: Undo,
  { actor, now }: Circumstances<Staff>,
): Promise<void> => {
  await applyStep(tx, 'undo_part', [locked], { actor, now, data: { payment: paymentId }, reason });
  await queueRegistrationMail(
    tx,
    { registrationId: locked.id },
    ({ about }) => confirmationUndoneLetter({ ...about, reason }),
    now,
  );
};

/** The state stays; the history says that the payment ended. */
const noteUndone = async (
  tx: Tx,
  { locked, reportId }: Member,
  { paymentId, reason }: Undo,
  { actor, now }: Circumstances<Staff>,
): Promise<void> => {
  const event = { actor, action: 'payment.undo_confirmation', subject: 'registration' } as const;
  const after = { payment: paymentId, reason };
  await recordEvent(tx, { ...event, subjectId: locked.id, after }, now);
  // The money that came for a cancelled registration is missing again.
  if (locked.state === 'cancelled' && reportId !== null)
    await reopenReport(tx, { reportId, registrationId: locked.id });
};

/** Throws if there is a result, or if money of the payment has gone back. */
export const undoPayment = async (tx: Tx, undo: Undo, circumstances: Circumstances<Staff>): Promise<void> => {
  const members = await lockMembers(tx, undo.paymentId);
  const { kind } = await lockPayment(tx, undo.paymentId, circumstances.actor);
  await endPayment(tx, undo, circumstances);
  const ids = members.map(({ locked }) => locked.id);
  const balances = new Map((await findBalances(tx, ids)).map((each) => [each.registrationId, each]));
  for (const member of members) {
    const { id, state } = member.locked;
    const balance = balances.get(id);
    const owes = balance !== undefined && balanceOf(balance) > 0;
    if (state === 'confirmed' && owes) await takeBack(tx, member, undo, circumstances);
    else if (kind === 'full' && owes) await takePartBack(tx, member, undo, circumstances);
    else await noteUndone(tx, member, undo, circumstances);
  }
};
