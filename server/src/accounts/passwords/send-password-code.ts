import { CODE_MINUTES } from '@portal/contract/passwords';
import type { Context } from '../../audit/actor.ts';
import { queueMail } from '../../mail/queue.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Trainee } from '../actors.ts';
import { findAccount, lockAccount } from '../queries.ts';
import { passwordCodeLetter } from './letters.ts';
import { needsCode, newCode, readableCode, refuseTooManyCodes, storeCode } from './password-codes.ts';
import { hashPassword } from './passwords.ts';

export const sendPasswordCode = async (
  db: Database,
  { actor: { accountId }, now }: Context<Trainee>,
): Promise<void> => {
  // Check first: hashing the code costs a core.
  if (!needsCode(await findAccount(db, accountId))) throw new Refusal('code_not_needed');
  await refuseTooManyCodes(db, accountId, now);
  const code = newCode();
  const codeHash = await hashPassword(code);
  await inTransaction(db, async (tx) => {
    await lockAccount(tx, accountId);
    const account = await findAccount(tx, accountId);
    if (!needsCode(account)) throw new Refusal('code_not_needed');
    await refuseTooManyCodes(tx, accountId, now);
    await storeCode(tx, { accountId, codeHash }, now);
    const secret = { code: readableCode(code) };
    const data = { name: account.chineseName ?? '', minutes: CODE_MINUTES, secret };
    await queueMail(tx, account, passwordCodeLetter(data), now);
  });
};
