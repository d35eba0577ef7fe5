import { and, desc, eq, gt } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { queueMail } from '../../mail/queue.ts';
import { mails } from '../../mail/tables.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Trainee } from '../actors.ts';
import { findAccount, lockAccount, type Person } from '../queries.ts';
import { emailConfirmationLetter } from './letters.ts';
import { mayMailUnconfirmed } from './own-change-mails.ts';

const HOUR = 3_600_000;
/** Few, because the address may belong to a stranger. */
const MAILS_AN_HOUR = 5;

/** Returns 0 if a mail may be sent now. Lock the account first. */
const secondsToWait = async (tx: Tx, accountId: number, now: Date): Promise<number> => {
  const [first] = await tx
    .select({ at: mails.createdAt })
    .from(mails)
    .where(
      and(
        eq(mails.accountId, accountId),
        eq(mails.template, emailConfirmationLetter.template),
        gt(mails.createdAt, new Date(now.getTime() - HOUR)),
      ),
    )
    .orderBy(desc(mails.createdAt))
    .offset(MAILS_AN_HOUR - 1)
    .limit(1);
  return first ? Math.ceil((first.at.getTime() + HOUR - now.getTime()) / 1000) : 0;
};

const queueConfirmation = (tx: Tx, { id, email }: Pick<Person, 'id' | 'email'>, now: Date): Promise<void> =>
  queueMail(tx, { id, email }, emailConfirmationLetter({ name: '' }), now);

/** Returns false and sends nothing if the mailbox is confirmed. */
export const askForConfirmation = async (
  tx: Tx,
  { actor: { accountId }, now }: Context<Trainee>,
): Promise<boolean> => {
  await lockAccount(tx, accountId);
  const account = await findAccount(tx, accountId);
  if (account.emailConfirmedAt) return false;
  const seconds = await secondsToWait(tx, accountId, now);
  if (seconds > 0) {
    throw new Refusal('too_many_mails', {
      values: { n: Math.ceil(seconds / 60) },
      retryAfter: seconds,
    });
  }
  await queueConfirmation(tx, account, now);
  return true;
};

/** An exhausted limit is no error: the person may ask again later. */
export const askForConfirmationAfterChange = async (
  tx: Tx,
  account: Pick<Person, 'id' | 'email'>,
  now: Date,
): Promise<void> => {
  const isAllowed = (await secondsToWait(tx, account.id, now)) === 0;
  if (isAllowed && (await mayMailUnconfirmed(tx, account, now))) await queueConfirmation(tx, account, now);
};
