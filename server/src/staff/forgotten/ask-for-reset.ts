import { setTimeout as sleep } from 'node:timers/promises';
import { countAttempt, reportWaitUnder } from '../../accounts/sign-in/sign-in-budget.ts';
import { queueMail } from '../../mail/queue.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import { staffPasswordResetLetter } from '../letters.ts';
import { findByEmail, lockStaff } from '../queries.ts';
import { mayStep, stateOf } from '../states.ts';
import { makeResetLink, mayMakeResetLink, RESET_MINUTES } from './reset-links.ts';

/** In milliseconds. Longer than the work takes, so that response times reveal nothing about the account. */
const ANSWER_TIME_MS = 100;

interface Asking {
  readonly address: string;
  readonly now: Date;
}

/** Each ask counts, whether the account exists or not. */
const spendBudget = async (db: Database, email: string, { address, now }: Asking): Promise<void> => {
  const attempt = { account: `forgotten ${email}`, address, now, staff: { id: null } };
  await countAttempt(db, attempt, async () => false).catch(reportWaitUnder('email'));
};

const mailLink = (db: Database, staffId: number, now: Date): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { email, name, ...stored } = await lockStaff(tx, staffId);
    if (!mayStep('reset_password', stateOf(stored)) || !(await mayMakeResetLink(tx, staffId, now))) return;
    const token = await makeResetLink(tx, staffId, now);
    const data = { name, minutes: RESET_MINUTES, secret: { token } };
    await queueMail(tx, { id: null, email }, staffPasswordResetLetter(data), now);
  });

/** Mails a link to set a new password. Unknown, invited and suspended accounts get the same answer after the same time. */
export const askForStaffReset = async (
  db: Database,
  { email }: { readonly email: string },
  asking: Asking,
): Promise<void> => {
  const answerTime = sleep(ANSWER_TIME_MS);
  try {
    await spendBudget(db, email, asking);
    const found = await findByEmail(db, email);
    if (found) await mailLink(db, found.id, asking.now);
  } finally {
    await answerTime;
  }
};
