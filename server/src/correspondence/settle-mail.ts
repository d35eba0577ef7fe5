import type { Context } from '../audit/actor.ts';
import type { LetterBook } from '../mail/letters.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { markHandled } from './handle-mail.ts';
import { lockMail } from './lock-mail.ts';
import { settleRefusal } from './rules.ts';
import { showLetter } from './show-letter.ts';

export const settleMail = async (
  tx: Tx,
  { key, letters }: { key: string; letters: LetterBook },
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const { mail, facts } = await lockMail(tx, { key, letters, actor });
  const refusal = settleRefusal(facts);
  if (refusal) throw new Refusal(refusal);
  const subject = showLetter(letters, mail, '')?.subject ?? null;
  await markHandled(tx, { mail, action: 'mail.settle', subject }, { actor, now });
};
