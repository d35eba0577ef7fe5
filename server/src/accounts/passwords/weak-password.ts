import { refusals } from '@portal/contract/errors';
import { passwordFaults } from '@portal/contract/passwords';
import type { Database } from '../../platform/database/database.ts';
import { invalid, Refusal } from '../../platform/errors.ts';
import { countAttempt, reportWaitUnder } from '../sign-in/sign-in-budget.ts';
import type { GuestCircumstances } from '../sign-in/with-password.ts';
import type { accounts } from '../tables.ts';
import { isCommonPassword } from './common-passwords.ts';
import { isPasswordAmong } from './passwords.ts';

type Account = typeof accounts.$inferSelect;
type Owner = Pick<
  Account,
  | ('idNumber' | 'passportNo' | 'birthday' | 'email' | 'chineseName' | 'englishName')
  | ('cellPhone' | 'homePhone' | 'companyPhone')
>;
type FormerAccount = Pick<Account, 'country' | 'account' | 'passportNo' | 'birthday' | 'passwordHash'>;

export const refuseWeakPassword = (
  field: 'password' | 'new_password',
  password: string,
  owner: Owner,
): void => {
  const texts = passwordFaults(password, {
    id_number: owner.idNumber,
    passport_no: owner.passportNo,
    birthday: owner.birthday,
    cell_phone: owner.cellPhone,
    home_phone: owner.homePhone,
    company_phone: owner.companyPhone,
    email: owner.email,
    chinese_name: owner.chineseName,
    english_name: owner.englishName,
  });
  if (isCommonPassword(password)) texts.push(refusals.password_common.text);
  if (texts.length > 0) throw invalid({ [field]: texts });
};

/* A stored hash can only be compared with whole texts, so the usual spellings of a date or number are tried. */

/** Counts each attempt against the budget of the password, because the refusal shows whether a guess is right. */
export const refusePasswordAsNumber = async (
  db: Database,
  passportNo: string | null,
  { country, account, passportNo: present, passwordHash }: FormerAccount,
  context: GuestCircumstances,
): Promise<void> => {
  if (country === 'local' || passportNo === null || passportNo === present) return;
  const isPassword = () => isPasswordAmong(passwordHash, [passportNo, passportNo.toLowerCase()]);
  if (await countAttempt(db, { account, ...context }, isPassword).catch(reportWaitUnder('passport_no'))) {
    throw new Refusal('passport_no_is_password');
  }
};

/** True if the account has no birth date and its password is the one given now. */
export const becomesBirthday = async (
  birthday: string,
  { birthday: present, passwordHash }: FormerAccount,
): Promise<boolean> =>
  present === null && isPasswordAmong(passwordHash, [birthday.replaceAll('-', ''), birthday]);
