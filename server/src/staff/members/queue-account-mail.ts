import { readableTime } from '@portal/contract/dates';
import { type Actor, actorName, type Context } from '../../audit/actor.ts';
import { queueMails } from '../../mail/queue.ts';
import type { Executor, Tx } from '../../platform/database/database.ts';
import { findActorName } from '../find-actor-name.ts';
import { type AccountAct, staffAccountLetter } from '../letters.ts';
import { findAdministrators } from './administrators.ts';

export const findStaffName = (db: Executor, actor: Actor): Promise<string> =>
  findActorName(db, actorName(actor));

interface Change {
  readonly owner: { readonly id: number; readonly email: string; readonly name: string };
  readonly act: AccountAct;
  readonly dueAt?: Date;
}

/** Queues a mail to the owner of the account and to all administrators. */
export const queueAccountMail = async (
  tx: Tx,
  { owner, act, dueAt }: Change,
  { actor, now }: Context,
): Promise<void> => {
  const letterData = {
    act,
    owner: owner.name,
    email: owner.email,
    by: await findStaffName(tx, actor),
    time: readableTime(now),
    ...(dueAt && { due: readableTime(dueAt) }),
  };
  const others = (await findAdministrators(tx)).filter(({ id }) => id !== owner.id);
  const recipients = [owner, ...others].map(({ email, name }) => ({ id: null, email, name }));
  await queueMails(tx, recipients, ({ name }) => staffAccountLetter({ ...letterData, name }), now);
};
