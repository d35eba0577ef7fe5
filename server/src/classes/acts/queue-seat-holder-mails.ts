import { and, asc, eq } from 'drizzle-orm';
import type { ClassForRecipient, OptionalSeat } from '../../enrolment/letter-parts.ts';
import { hasSeat } from '../../enrolment/queries.ts';
import { queueRegistrationMails } from '../../enrolment/queue-registration-mail.ts';
import { registrations } from '../../enrolment/tables.ts';
import type { Mail } from '../../mail/letters.ts';
import type { Executor, Tx } from '../../platform/database/database.ts';
import { findSessions } from '../queries.ts';
import { sessionText, sortSessions } from './sessions.ts';

export const findSeatHolders = (db: Executor, classId: number) =>
  db
    .select()
    .from(registrations)
    .where(and(eq(registrations.classId, classId), hasSeat))
    .orderBy(asc(registrations.id));

/** Queues a mail to everybody who holds a seat. People with a confirmed seat get the new calendar entry. */
export const queueSeatHolderMails = async (
  tx: Tx,
  classId: number,
  compose: (about: ClassForRecipient & OptionalSeat & { sessions: string[] }) => Mail,
  now: Date,
): Promise<void> => {
  const sessions = sortSessions(await findSessions(tx, classId)).map(sessionText);
  const holders = await findSeatHolders(tx, classId);
  await queueRegistrationMails(
    tx,
    holders.map(({ id, state }) => ({ registrationId: id, state })),
    ({ about, seat }, { state }) =>
      compose({
        ...about,
        sessions,
        ...(state === 'confirmed' && { seat: { ...seat, revision: 'moved' } }),
      }),
    now,
  );
};
