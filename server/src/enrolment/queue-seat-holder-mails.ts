import { and, asc, eq } from 'drizzle-orm';
import { firstToLast, sessionText } from '../catalogue/sessions.ts';
import { findSessions } from '../catalogue/staff-queries.ts';
import type { Mail } from '../mail/letters.ts';
import type { Executor, Tx } from '../platform/database.ts';
import type { ClassForRecipient, OptionalSeat } from './letter-parts.ts';
import { hasSeat } from './queries.ts';
import { queueRegistrationMail } from './queue-registration-mail.ts';
import { registrations } from './tables.ts';

export const findSeatHolders = (db: Executor, classId: number) =>
  db
    .select()
    .from(registrations)
    .where(and(eq(registrations.classId, classId), hasSeat))
    .orderBy(asc(registrations.id));

export const queueSeatHolderMails = async (
  tx: Tx,
  classId: number,
  compose: (about: ClassForRecipient & OptionalSeat & { sessions: string[] }) => Mail,
  now: Date,
): Promise<void> => {
  const sessions = firstToLast(await findSessions(tx, classId)).map(sessionText);
  for (const { id, state } of await findSeatHolders(tx, classId)) {
    await queueRegistrationMail(
      tx,
      { registrationId: id },
      ({ about, seat }) =>
        compose({
          ...about,
          sessions,
          ...(state === 'confirmed' && { seat: { ...seat, revision: 'moved' } }),
        }),
      now,
    );
  }
};
