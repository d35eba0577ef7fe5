import { nameForOthers } from '../accounts/people/contacts.ts';
import type { Mail } from '../mail/letters.ts';
import { queueMails } from '../mail/queue.ts';
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
  /** The data of the calendar event that some letters carry. */
  readonly seat: CalendarSeat;
  /** The registered person's name, as others may see it. */
  readonly nameForOthers: string;
}

interface Addressed {
  readonly registrationId: number;
  /** The registered person by default. */
  readonly recipient?: Recipient;
}

export const queueRegistrationMails = async <A extends Addressed>(
  tx: Tx,
  addressed: readonly A[],
  compose: (parts: LetterParts, each: A) => Mail,
  now: Date,
): Promise<void> => {
  if (addressed.length === 0) return;
  const ids = addressed.map(({ registrationId }) => registrationId);
  const found = await findMailData(tx, ids);
  const recipients = addressed.map((each) => {
    const { registrationId } = each;
    const data = found.get(registrationId);
    if (!data) throw new Error(`registration ${registrationId} is gone`);
    const { person, trainingClass } = data;
    const to = each.recipient ?? person;
    const about = { name: to.name, ...classInLetter(trainingClass) };
    const seat = {
      registrationId,
      startTime: trainingClass.startTime.toISOString(),
      queuedAt: now.toISOString(),
    };
    const mail = compose({ about, seat, nameForOthers: nameForOthers(person) }, each);
    return { ...to, mail };
  });
  await queueMails(tx, recipients, ({ mail }) => mail, now);
};

export const queueRegistrationMail = (
  tx: Tx,
  addressed: Addressed,
  compose: (parts: LetterParts) => Mail,
  now: Date,
): Promise<void> => queueRegistrationMails(tx, [addressed], compose, now);
