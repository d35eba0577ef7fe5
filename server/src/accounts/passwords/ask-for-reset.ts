import { setTimeout as sleep } from 'node:timers/promises';
import type { ForgetForm } from '@portal/contract/passwords';
import { queueMail } from '../../mail/queue.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { findAccount, findByIdentifier, lockAccount } from '../queries.ts';
import { countBirthDate } from '../sign-in/sign-in-budget.ts';
import type { GuestCircumstances } from '../sign-in/with-password.ts';
import { passwordResetLetter } from './letters.ts';
import { LINK_MINUTES, makeResetLink } from './reset-links.ts';

/** In milliseconds. Longer than the work takes, so that response times reveal nothing about the account. */
const ANSWER_TIME_MS = 100;

const mailLink = (db: Database, accountId: number, now: Date): Promise<void> =>
  inTransaction(db, async (tx) => {
    await lockAccount(tx, accountId);
    const { id, email, chineseName, suspendedAt } = await findAccount(tx, accountId);
    if (suspendedAt) throw new Refusal('reset_mismatch');
    if (email === null) throw new Refusal('reset_without_email');
    const token = await makeResetLink(tx, accountId, now);
    const data = { name: chineseName ?? '', minutes: LINK_MINUTES, secret: { token } };
    await queueMail(tx, { id, email }, passwordResetLetter(data), now);
  });

const ask = async (db: Database, { account, date }: ForgetForm, context: GuestCircumstances) => {
  const found = await findByIdentifier(db, account);
  const isRight = async () => found !== null && !found.suspended && found.birthday === date;
  const { right, instead } = await countBirthDate(db, { account, ...context }, isRight);
  if (!found || !right) throw instead ?? new Refusal('reset_mismatch');
  try {
    await mailLink(db, found.accountId, context.now);
  } catch (error) {
    throw error instanceof Refusal ? (instead ?? error) : error;
  }
  if (instead) throw instead;
};

/** Unknown accounts, wrong dates and suspended accounts have the same refusal, after the same time. */
export const askForReset = async (
  db: Database,
  form: ForgetForm,
  context: GuestCircumstances,
): Promise<void> => {
  const answerTime = sleep(ANSWER_TIME_MS);
  try {
    await ask(db, form, context);
  } finally {
    await answerTime;
  }
};
