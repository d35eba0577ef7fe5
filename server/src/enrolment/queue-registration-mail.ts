import { nameForOthers } from '../accounts/people/contacts.ts';
import type { Mail } from '../mail/letters.ts';
import { queueMail } from '../mail/queue.ts';
import type { Tx } from '../platform/database.ts';
import { type ClassFacts, type ConfirmedSeat, classFacts } from './class-in-letters.ts';
import { findMailData } from './queries.ts';

interface Reader {
  readonly id: number;
  readonly name: string;
  readonly email: string | null;
}

/** Writes to the registered person unless `reader` is given. `person` is their name as others may see it. */
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
