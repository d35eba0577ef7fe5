import { and, eq, inArray } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { hasStarted } from '../../catalogue/rules.ts';
import { classes } from '../../classes/tables.ts';
import type { Executor, Tx } from '../../platform/database/database.ts';
import type { StaffOrSystem } from '../../staff/actors.ts';
import { lockRegistrations } from '../lock-registrations.ts';
import { giveBackSeats } from '../seats/seats.ts';
import { mayStep, SEAT_STATES } from '../states.ts';
import { registrations } from '../tables.ts';

export interface GivenBack {
  readonly cancelled: number;
  /** Paid or reported seats, and seats in classes that have started: staff decide about them. */
  readonly kept: number;
}

const findSeats = (db: Executor, accountId: number) =>
  db
    .select({
      id: registrations.id,
      state: registrations.state,
      startTime: classes.startTime,
    })
    .from(registrations)
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .where(and(eq(registrations.accountId, accountId), inArray(registrations.state, [...SEAT_STATES])));

type Seat = Awaited<ReturnType<typeof findSeats>>[number];

const canBeGivenBack = (seat: Seat, now: Date): boolean =>
  mayStep('cancel', seat.state) && !hasStarted(seat, now);

/** Returns what `giveBackUnpaidSeats` would return now. */
export const previewGiveBack = async (db: Executor, accountId: number, now: Date): Promise<GivenBack> => {
  const seats = await findSeats(db, accountId);
  const cancelled = seats.filter((seat) => canBeGivenBack(seat, now)).length;
  return { cancelled, kept: seats.length - cancelled };
};

/** Cancels the pending and unpaid registrations of a person in classes that have not started. */
export const giveBackUnpaidSeats = async (
  tx: Tx,
  { accountId }: { accountId: number },
  { actor, now }: Context<StaffOrSystem>,
): Promise<GivenBack> => {
  const seats = await findSeats(tx, accountId);
  const locked = await lockRegistrations(
    tx,
    seats.map(({ id }) => id),
  );
  const wanted = locked.filter((each) => !hasStarted(each.class, now));
  const { length: cancelled } = await giveBackSeats(tx, 'cancel', wanted, { actor, now });
  return { cancelled, kept: seats.length - cancelled };
};
