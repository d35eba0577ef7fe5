import { readableTime } from '@portal/contract/dates';
import { eq, sql } from 'drizzle-orm';
import type { Context } from '../audit/actor.ts';
import { recordEvents } from '../audit/record-event.ts';
import { applyStep } from '../enrolment/apply-step.ts';
import { lockRegistrations } from '../enrolment/lock-registrations.ts';
import { queueRegistrationMails } from '../enrolment/queue-registration-mail.ts';
import { findBalances } from '../money/balance.ts';
import { endPayment } from '../money/end-payment.ts';
import { balanceOf } from '../money/rules.ts';
import { allocations, payments } from '../money/tables.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { staffAccounts } from '../staff/tables.ts';
import { reopenReports } from './close-reports.ts';
import { confirmationUndoneLetter } from './letters.ts';
import { mayConfirm } from './policy.ts';

interface Undo {
  readonly paymentId: number;
  readonly reason: string;
  /** The mail about the payment has not left, so that none is needed about its end. */
  readonly isUntold?: boolean;
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

const hasReport = (member: Member): member is Member & { readonly reportId: number } =>
  member.reportId !== null;

const reopen = (tx: Tx, members: readonly Member[]): Promise<void> =>
  reopenReports(
    tx,
    members.filter(hasReport).map(({ locked, reportId }) => ({ registrationId: locked.id, reportId })),
  );

/** The registrations are not confirmed any more. If the payment answered a report, this waits again. */
const takeBack = async (
  tx: Tx,
  members: readonly Member[],
  { paymentId, reason, isUntold }: Undo,
  { actor, now }: Context<Staff>,
): Promise<void> => {
  if (members.some(({ locked }) => locked.result !== null)) throw new Refusal('undo_result');
  const details = { actor, now, data: { payment: paymentId }, reason };
  const lockedOf = (some: readonly Member[]) => some.map(({ locked }) => locked);
  await applyStep(tx, 'undo_to_reported', lockedOf(members.filter(hasReport)), details);
  const withoutReport = members.filter((member) => !hasReport(member));
  await applyStep(tx, 'undo_to_unpaid', lockedOf(withoutReport), details);
  await reopen(tx, members);
  if (isUntold) return;
  await queueRegistrationMails(
    tx,
    members.map(({ locked }) => ({ registrationId: locked.id })),
    ({ about, seat }) =>
      confirmationUndoneLetter({ ...about, reason, seat: { ...seat, revision: 'cancelled' } }),
    now,
  );
};

/** The registrations owe more than before. */
const takePartBack = async (
  tx: Tx,
  members: readonly Member[],
  { paymentId, reason, isUntold }: Undo,
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const locked = members.map((member) => member.locked);
  await applyStep(tx, 'undo_part', locked, { actor, now, data: { payment: paymentId }, reason });
  if (isUntold) return;
  await queueRegistrationMails(
    tx,
    locked.map(({ id }) => ({ registrationId: id })),
    ({ about }) => confirmationUndoneLetter({ ...about, reason }),
    now,
  );
};

/** The states stay; the history says that the payment ended. */
const noteUndone = async (
  tx: Tx,
  members: readonly Member[],
  { paymentId, reason }: Undo,
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const event = { actor, action: 'payment.undo_confirmation', subject: 'registration' } as const;
  const after = { payment: paymentId, reason };
  const events = members.map(({ locked }) => ({ ...event, subjectId: locked.id, after }));
  await recordEvents(tx, events, now);
  // The money that came for a cancelled registration is missing again.
  await reopen(
    tx,
    members.filter(({ locked }) => locked.state === 'cancelled'),
  );
};

/** Throws if there is a result, or if money of the payment has gone back. */
export const undoPayment = async (tx: Tx, undo: Undo, context: Context<Staff>): Promise<void> => {
  const members = await lockMembers(tx, undo.paymentId);
  const { kind } = await lockPayment(tx, undo.paymentId, context.actor);
  await endPayment(tx, undo, context);
  const ids = members.map(({ locked }) => locked.id);
  const balances = new Map((await findBalances(tx, ids)).map((each) => [each.registrationId, each]));
  const groups = Map.groupBy(members, ({ locked: { id, state } }) => {
    const balance = balances.get(id);
    const owes = balance !== undefined && balanceOf(balance) > 0;
    if (state === 'confirmed' && owes) return takeBack;
    return kind === 'full' && owes ? takePartBack : noteUndone;
  });
  for (const [end, some] of groups) await end(tx, some, undo, context);
};
