import { isoTaipei } from '@portal/contract/dates';
import type { Context } from '../audit/actor.ts';
import type { LetterBook } from '../mail/letters.ts';
import { queueMail } from '../mail/queue.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { markHandled } from './handle-mail.ts';
import { lockMail } from './lock-mail.ts';
import { sendAgainRefusal } from './rules.ts';
import { showLetter } from './show-letter.ts';

interface RepeatedMail {
  readonly key: string;
  readonly letters: LetterBook;
}

/** Each mail can be sent again once; after that, its copy can. */
export const sendMailAgain = async (
  tx: Tx,
  { key, letters }: RepeatedMail,
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const { mail, person, letter, facts } = await lockMail(tx, { key, letters, actor });
  const refusal = sendAgainRefusal(facts);
  if (refusal) throw new Refusal(refusal);
  if (!person || !letter) throw new Error(`mail ${key} has no reader`);
  const data = { firstWrittenAt: isoTaipei(mail.createdAt), ...(mail.data as object) };
  await queueMail(tx, person, { letter, data }, now);
  const subject = showLetter(letters, mail, '')?.subject ?? null;
  await markHandled(tx, { mail, action: 'mail.send_again', subject }, { actor, now });
};
