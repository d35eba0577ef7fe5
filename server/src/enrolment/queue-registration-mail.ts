import { nameForOthers } from '../accounts/contacts.ts';
import { queueMail } from '../mail/queue.ts';
import { type ClassFacts, type ConfirmedSeat, classFacts, type Mail } from '../mail/templates.ts';
import type { Tx } from '../platform/database.ts';
import { findMailData } from './queries.ts';

interface Reader {
  readonly id: number;
  readonly name: string;
  readonly email: string | null;
}

/**
 * Queues a mail about a registration and its class: to the person whose it is, unless another reader is named.
 * `compose` gets the class with the reader's name, the name of the person for others to read, and the seat for a mail that confirms it.
 */
export const queueRegistrationMail = async (
  tx: Tx,
  { registrationId, reader }: { registrationId: number; reader?: Reader },
  compose: (about: ClassFacts & { name: string }, person: string, seat: ConfirmedSeat) => Mail,
  now: Date,
): Promise<void> => {
  const { person, opening } = await findMailData(tx, registrationId);
  const to = reader ?? person;
  const about = { name: to.name, ...classFacts(opening) };
  const seat = {
    registrationId,
    startTime: opening.startTime.toISOString(),
    confirmedAt: now.toISOString(),
  };
  await queueMail(tx, to, compose(about, nameForOthers(person), seat), now);
};
