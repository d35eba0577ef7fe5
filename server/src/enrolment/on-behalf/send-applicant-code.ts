import { newCode, readableCode } from '../../accounts/passwords/password-codes.ts';
import { hashPassword } from '../../accounts/passwords/passwords.ts';
import { findAccount, findHolderOfIdentifier, lockAccount } from '../../accounts/queries.ts';
import { queueMail } from '../../mail/queue.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { applicantCodeLetter } from '../letters.ts';
import { APPLICANT_CODE_MINUTES, APPLICANT_CODES, storeApplicantCode } from './applicant-codes.ts';
import { countApplicantAttempt, type FromAddress } from './identify-applicant.ts';
import { recordLookUp } from './record-look-up.ts';

const findMailbox = async (db: Database, number: string): Promise<number | null> => {
  const found = await findHolderOfIdentifier(db, number);
  if (!found || found.suspended) return null;
  const { email, emailConfirmedAt } = await findAccount(db, found.accountId);
  return email !== null && emailConfirmedAt !== null ? found.accountId : null;
};

interface Sending {
  readonly accountId: number;
  readonly code: string;
  readonly codeHash: string;
}

/** False if the person got too many codes. */
const sendCode = async (
  tx: Tx,
  { accountId, code, codeHash }: Sending,
  by: FromAddress,
): Promise<boolean> => {
  const { actor, now } = by;
  await lockAccount(tx, accountId);
  if (!(await storeApplicantCode(tx, { accountId, staffId: actor.staffId, codeHash }, now))) return false;
  const account = await findAccount(tx, accountId);
  const secret = { code: readableCode(code) };
  const data = {
    name: account.chineseName ?? '',
    staff: actor.name,
    minutes: APPLICANT_CODE_MINUTES,
    secret,
  };
  await queueMail(tx, account, applicantCodeLetter(data), now);
  return true;
};

/** Mails a code that the person tells the staff member. Each attempt records an event, also an unsuccessful one. */
export const sendApplicantCode = async (
  db: Database,
  { number }: { readonly number: string },
  by: FromAddress,
): Promise<void> => {
  const accountId = await findMailbox(db, number);
  const code = newCode();
  const codeHash = await hashPassword(code);
  let isSent = false;
  const isFound = await countApplicantAttempt(db, by, () =>
    inTransaction(db, async (tx) => {
      await recordLookUp(tx, { action: 'person.send_code', number, accountId }, by);
      if (accountId === null) return false;
      isSent = await sendCode(tx, { accountId, code, codeHash }, by);
      return true;
    }),
  );
  if (!isFound) throw new Refusal('applicant_without_mailbox');
  if (!isSent) throw new Refusal('applicant_codes_spent', { values: { n: APPLICANT_CODES } });
};
