import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Circumstances } from '../audit/actor.ts';
import { hasStarted } from '../catalogue/rules.ts';
import { classes } from '../catalogue/tables.ts';
import type { Tx } from '../platform/database.ts';
import { giveBackSeats } from './seats.ts';
import { HOLDS_SEAT, mayStep } from './states.ts';
import { registrations } from './tables.ts';

export interface GivenBack {
  readonly cancelled: number;
  /** Paid or reported seats, and seats in classes that have started: staff decide about them. */
  readonly kept: number;
}

const findSeats = (tx: Tx, accountId: number) =>
  tx
    .select({
      id: registrations.id,
      state: registrations.state,
      classId: classes.id,
      startTime: classes.startTime,
    })
    .from(registrations)
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .where(and(eq(registrations.accountId, accountId), inArray(registrations.state, [...HOLDS_SEAT])))
    // Lock classes in id order to avoid deadlocks.
    .orderBy(asc(classes.id));

export const giveBackUnpaidSeats = async (
  tx: Tx,
  { accountId }: { accountId: number },
  { actor, now }: Circumstances<'system'>,
): Promise<GivenBack> => {
  const seats = await findSeats(tx, accountId);
  let cancelled = 0;
  for (const { id, classId, ...seat } of seats) {
    if (!mayStep('cancel', seat.state) || hasStarted(seat, now)) continue;
    cancelled += (await giveBackSeats(tx, 'cancel', { classId, ids: [id] }, { actor, now })).length;
  }
  return { cancelled, kept: seats.length - cancelled };
};
