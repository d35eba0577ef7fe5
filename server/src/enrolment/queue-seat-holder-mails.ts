import { and, asc, eq, sql } from 'drizzle-orm';
import { firstToLast, sessionText } from '../catalogue/sessions.ts';
import { findSessions } from '../catalogue/staff-queries.ts';
import type { Mail } from '../mail/letters.ts';
import type { Executor, Tx } from '../platform/database.ts';
import type { AboutClass, OptionalSeat } from './class-in-letters.ts';
import { queueRegistrationMail } from './queue-registration-mail.ts';
import { HOLDS_SEAT, listOf } from './states.ts';
import { registrations } from './tables.ts';

export const findSeatHolders = (db: Executor, classId: number) =>
  db
    .select()
    .from(registrations)
    .where(
      and(eq(registrations.classId, classId), sql`${registrations.state} in ${sql.raw(listOf(HOLDS_SEAT))}`),
    )
    .orderBy(asc(registrations.id));

export const queueSeatHolderMails = async (
  tx: Tx,
  classId: number,
  compose: (about: AboutClass & OptionalSeat & { sessions: string[] }) => Mail,
  now: Date,
): Promise<void> => {
  const sessions = firstToLast(await findSessions(tx, classId)).map(sessionText);
  for (const { id, state } of await findSeatHolders(tx, classId)) {
    await queueRegistrationMail(
      tx,
      { registrationId: id },
      (about, _person, seat) =>
        compose({
          ...{ ...about, sessions },
          ...(state === 'confirmed' && { seat: { ...seat, revision: 'moved' } }),
        }),
      now,
    );
  }
};
