import { and, asc, eq, lte, type SQL } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Staff, StaffOrSystem } from '../actors.ts';
import { isAdministrator } from '../members/administrators.ts';
import { queueAccountMail } from '../members/queue-account-mail.ts';
import { lockStaff } from '../queries.ts';
import { recordStaffEvent } from '../record-staff-event.ts';
import { staffFactorResets, staffSessions } from '../tables.ts';
import { removeSecondFactors } from './second-factors.ts';

/** In milliseconds. Until then the owner and other administrators can cancel the removal. */
const RESET_DELAY_MS = 3_600_000;

interface Target {
  readonly staffId: number;
}

/** Removes the second factors and recovery codes, and ends the sessions. Lock the account first. */
const removeNow = async (
  tx: Tx,
  owner: Awaited<ReturnType<typeof lockStaff>>,
  { actor, now }: Context<StaffOrSystem>,
): Promise<void> => {
  const staffId = owner.id;
  await tx.delete(staffFactorResets).where(eq(staffFactorResets.staffId, staffId));
  await removeSecondFactors(tx, staffId);
  await tx.delete(staffSessions).where(eq(staffSessions.staffId, staffId));
  await recordStaffEvent(tx, { actor, action: 'staff.reset_second_factor', staffId }, now);
  await queueAccountMail(tx, { owner, act: 'reset_second_factor' }, { actor, now });
};

/** The first administrator asks; the removal happens an hour later, or when a second administrator asks too. */
export const resetSecondFactor = async (
  tx: Tx,
  { staffId }: Target,
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const owner = await lockStaff(tx, staffId);
  const [asked] = await tx.select().from(staffFactorResets).where(eq(staffFactorResets.staffId, staffId));
  if (asked?.askedBy === actor.staffId) return;
  if (asked) return removeNow(tx, owner, { actor, now });
  const dueAt = new Date(now.getTime() + RESET_DELAY_MS);
  await tx.insert(staffFactorResets).values({ staffId, askedBy: actor.staffId, askedAt: now, dueAt });
  await recordStaffEvent(tx, { actor, action: 'staff.ask_factor_reset', staffId }, now);
  await queueAccountMail(tx, { owner, act: 'ask_factor_reset', dueAt }, { actor, now });
};

/** Removes the factors at once. Only an operator at the machine can call it. */
export const resetSecondFactorBySystem = async (tx: Tx, { staffId }: Target, now: Date): Promise<void> => {
  await removeNow(tx, await lockStaff(tx, staffId), { actor: 'system', now });
};

/**
 * Cancels the removal. The actor is the owner, who has just proved a factor, or an administrator. Does nothing if no
 * removal was asked for.
 */
export const keepSecondFactor = async (
  tx: Tx,
  { staffId }: Target,
  { actor, now }: Context,
): Promise<void> => {
  const owner = await lockStaff(tx, staffId);
  const ended = await tx
    .delete(staffFactorResets)
    .where(eq(staffFactorResets.staffId, staffId))
    .returning({ staffId: staffFactorResets.staffId });
  if (ended.length === 0) return;
  await recordStaffEvent(tx, { actor, action: 'staff.keep_second_factor', staffId }, now);
  await queueAccountMail(tx, { owner, act: 'keep_second_factor' }, { actor, now });
};

const findDue = (tx: Tx, now: Date, more?: SQL) =>
  tx
    .select({ staffId: staffFactorResets.staffId, askedBy: staffFactorResets.askedBy })
    .from(staffFactorResets)
    .where(and(lte(staffFactorResets.dueAt, now), more))
    .orderBy(asc(staffFactorResets.dueAt))
    .limit(1);

/** Returns false if none is due. An asker who is no administrator any more has asked in vain. */
export const resetNextDue = async (tx: Tx, now: Date): Promise<boolean> => {
  const [due] = await findDue(tx, now);
  if (!due) return false;
  const { staffId } = due;
  const owner = await lockStaff(tx, staffId);
  const [still] = await findDue(tx, now, eq(staffFactorResets.staffId, staffId));
  if (!still) return true;
  const by = { actor: 'system', now } as const;
  if (await isAdministrator(tx, still.askedBy)) await removeNow(tx, owner, by);
  else await keepSecondFactor(tx, { staffId }, by);
  return true;
};
