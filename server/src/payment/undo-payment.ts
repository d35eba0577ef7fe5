import { readableTime } from '@portal/contract/dates';
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { actorName, type Circumstances } from '../audit/actor.ts';
import { recordEvent } from '../audit/record-event.ts';
import { applyStep } from '../enrolment/apply-step.ts';
import { type LockedRegistration, lockRegistrations } from '../enrolment/lock-registrations.ts';
import { queueRegistrationMail } from '../enrolment/queue-registration-mail.ts';
import { mayStep } from '../enrolment/states.ts';
import { registrationEvents } from '../enrolment/tables.ts';
import type { Tx } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { staffAccounts } from '../staff/tables.ts';
import { confirmationUndoneLetter } from './letters.ts';
import { mayConfirm } from './policy.ts';
import { paymentRegistrations, payments, refunds } from './tables.ts';
import { freeLines } from './take-lines.ts';

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

const waiveSurplus = async (
  tx: Tx,
  { paymentId, reason }: Undo,
  { actor, now }: Circumstances<Staff>,
): Promise<void> => {
  const ofPayment = await tx
    .select({ id: refunds.id, state: refunds.state, registrationId: refunds.registrationId })
    .from(refunds)
    .where(eq(refunds.paymentId, paymentId))
    .orderBy(asc(refunds.id))
    .for('no key update');
  if (ofPayment.some(({ state }) => state === 'paid')) throw new Refusal('undo_refund_paid');
  for (const { id, registrationId } of ofPayment.filter(({ state }) => state === 'due')) {
    const settled = { settledBy: actorName(actor), settledAt: now, waiveReason: reason };
    await tx
      .update(refunds)
      .set({ state: 'waived', ...settled })
      .where(eq(refunds.id, id));
    const event = {
      actor,
      action: 'refund.waive',
      subject: 'registration',
      subjectId: registrationId,
    } as const;
    await recordEvent(tx, { ...event, after: { refundId: id, reason } }, now);
  }
};

/** The confirmation by this payment. `counts`: with what was waived. */
const findConfirmation = async (tx: Tx, registrationId: number, paymentId: number) => {
  const { data } = registrationEvents;
  const [found] = await tx
    .select({
      id: registrationEvents.id,
      before: registrationEvents.fromState,
      counts: sql<number>`coalesce((${data} ->> 'amount')::int, 0) + coalesce((${data} ->> 'short')::int, 0)`,
    })
    .from(registrationEvents)
    .where(
      and(
        eq(registrationEvents.registrationId, registrationId),
        eq(registrationEvents.action, 'payment.confirm'),
        sql`(${data} ->> 'payment')::bigint = ${paymentId}`,
      ),
    );
  return found ?? { id: 0, before: null, counts: 0 };
};

type Confirmation = Awaited<ReturnType<typeof findConfirmation>>;

const takeBack = async (
  tx: Tx,
  locked: LockedRegistration,
  { paymentId, reason }: Undo,
  { actor, now }: Circumstances<Staff>,
): Promise<void> => {
  const { id } = locked;
  const { before } = await findConfirmation(tx, id, paymentId);
  const step = before === 'reported' ? 'undo_to_reported' : 'undo_to_unpaid';
  const data = { payment: paymentId };
  await applyStep(tx, step, [locked], { actor, now, data, reason });
  await queueRegistrationMail(
    tx,
    { registrationId: id },
    ({ about, seat }) =>
      confirmationUndoneLetter({ ...about, reason, seat: { ...seat, revision: 'cancelled' } }),
    now,
  );
};

const lockMembers = async (tx: Tx, paymentId: number): Promise<LockedRegistration[]> => {
  const parts = await tx
    .select({ id: paymentRegistrations.registrationId })
    .from(paymentRegistrations)
    .where(eq(paymentRegistrations.paymentId, paymentId));
  return lockRegistrations(
    tx,
    parts.map(({ id }) => id),
  );
};

/** Whether the registration has moved to a class with another fee since. */
const wasMoved = async (tx: Tx, registrationId: number, { id }: Confirmation): Promise<boolean> => {
  const [found] = await tx
    .select({ one: sql`1` })
    .from(registrationEvents)
    .where(
      and(
        eq(registrationEvents.registrationId, registrationId),
        gt(registrationEvents.id, id),
        sql`(${registrationEvents.data} ->> 'difference')::int <> 0`,
      ),
    )
    .limit(1);
  return found !== undefined;
};

const takeCreditBack = async (
  tx: Tx,
  locked: LockedRegistration,
  { counts }: Confirmation,
  { paymentId, reason }: Undo,
  { actor, now }: Circumstances<Staff>,
): Promise<void> => {
  const change = { credited: locked.credited - counts, data: { payment: paymentId }, reason };
  await applyStep(tx, 'undo_credit', [locked], { actor, now, ...change });
  await queueRegistrationMail(
    tx,
    { registrationId: locked.id },
    ({ about }) => confirmationUndoneLetter({ ...about, reason }),
    now,
  );
};

const undoSeat = async (
  tx: Tx,
  locked: LockedRegistration,
  undo: Undo,
  circumstances: Circumstances<Staff>,
): Promise<void> => {
  const confirmation = await findConfirmation(tx, locked.id, undo.paymentId);
  if (locked.state === 'confirmed' && !(await wasMoved(tx, locked.id, confirmation)))
    return takeBack(tx, locked, undo, circumstances);
  if (!mayStep('undo_credit', locked.state) || locked.credited < confirmation.counts)
    throw new Refusal('undo_state');
  return takeCreditBack(tx, locked, confirmation, undo, circumstances);
};

const undoSeats = async (
  tx: Tx,
  members: readonly LockedRegistration[],
  undo: Undo,
  circumstances: Circumstances<Staff>,
): Promise<void> => {
  if (members.some(({ result }) => result !== null)) throw new Refusal('undo_result');
  for (const member of members) await undoSeat(tx, member, undo, circumstances);
};

/** Partial payments and surpluses change no seat, but appear in the history. */
const noteUndone = async (
  tx: Tx,
  members: readonly LockedRegistration[],
  undo: Undo,
  { actor, now }: Circumstances<Staff>,
): Promise<void> => {
  const event = { actor, action: 'payment.undo_confirmation', subject: 'registration' } as const;
  for (const { id } of members) {
    const after = { payment: undo.paymentId, reason: undo.reason };
    await recordEvent(tx, { ...event, subjectId: id, after }, now);
  }
};

/** Refuses if a partial payment has become a refund: it stays one, also after its registration is reopened. */
const refuseSettledPart = async (
  tx: Tx,
  members: readonly LockedRegistration[],
  { paymentId }: Undo,
): Promise<void> => {
  const ended = and(eq(paymentRegistrations.paymentId, paymentId), eq(paymentRegistrations.ended, true));
  const isSettled = (await tx.$count(paymentRegistrations, ended)) > 0;
  if (isSettled || members.some(({ state }) => state !== 'unpaid' && state !== 'reported'))
    throw new Refusal('undo_state');
};

/** Throws if there is a result, or the surplus was paid back. */
export const undoPayment = async (tx: Tx, undo: Undo, circumstances: Circumstances<Staff>): Promise<void> => {
  const { actor, now } = circumstances;
  const members = await lockMembers(tx, undo.paymentId);
  const { kind } = await lockPayment(tx, undo.paymentId, actor);
  if (kind === 'full') await undoSeats(tx, members, undo, circumstances);
  else {
    if (kind === 'partial') await refuseSettledPart(tx, members, undo);
    await noteUndone(tx, members, undo, circumstances);
  }
  await waiveSurplus(tx, undo, circumstances);
  await freeLines(tx, undo.paymentId);
  await tx
    .update(paymentRegistrations)
    .set({ ended: true })
    .where(eq(paymentRegistrations.paymentId, undo.paymentId));
  await tx
    .update(payments)
    .set({ endedAt: now, endedBy: actorName(actor), endReason: undo.reason })
    .where(eq(payments.id, undo.paymentId));
};
