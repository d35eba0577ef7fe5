import { nameForOthers } from '../accounts/people/contacts.ts';
import type { Mail } from '../mail/letters.ts';
import { queueMail } from '../mail/queue.ts';
import type { Tx } from '../platform/database/database.ts';
import { type CalendarSeat, type ClassForRecipient, classInLetter } from './letter-parts.ts';
import { findMailData } from './queries.ts';

interface Recipient {
  readonly id: number;
  readonly name: string;
  readonly email: string | null;
}

interface LetterParts {
  readonly about: ClassForRecipient;
  /** For letters that carry a calendar event. */
  readonly seat: CalendarSeat;
  /** The registered person's name, as others may see it. */
  readonly nameForOthers: string;
}

/** Writes to the registered person unless another recipient is given. */
export const queueRegistrationMail = async (
  tx: Tx,
  { registrationId, recipient }: { registrationId: number; recipient?: Recipient },
  compose: (parts: LetterParts) => Mail,
  now: Date,
): Promise<void> => {
  const { person, opening } = await findMailData(tx, registrationId);
  const to = recipient ?? person;
  const about = { name: to.name, ...classInLetter(opening) };
  const seat = {
    registrationId,
    startTime: opening.startTime.toISOString(),
    confirmedAt: now.toISOString(),
  };
  await queueMail(tx, to, compose({ about, seat, nameForOthers: nameForOthers(person) }), now);
};
