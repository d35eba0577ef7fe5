import { queueMail } from '../mail/queue.ts';
import type { ClassFacts, Mail } from '../mail/templates.ts';
import type { Tx } from '../platform/database.ts';
import { classFacts } from './present.ts';
import { findTold } from './queries.ts';

interface Reader {
  readonly id: number;
  readonly name: string;
  readonly email: string | null;
}

/**
 * Queues a mail about a registration and its class: to the person whose it is, unless another reader is named.
 * `compose` gets the class with the reader's name, and the name of the person.
 */
export const tell = async (
  tx: Tx,
  { registrationId, reader }: { registrationId: number; reader?: Reader },
  compose: (about: ClassFacts & { name: string }, person: string) => Mail,
  now: Date,
): Promise<void> => {
  const { person, opening } = await findTold(tx, registrationId);
  const to = reader ?? person;
  await queueMail(tx, to, compose({ name: to.name, ...classFacts(opening) }, person.name), now);
};
