import { refusals } from '@portal/contract/errors';
import { passwordFaults } from '@portal/contract/passwords';
import { invalid } from '../platform/errors.ts';
import { isCommonPassword } from './common-passwords.ts';
import type { accounts } from './tables.ts';

type Owner = Pick<typeof accounts.$inferSelect, 'idNumber' | 'passportNo' | 'birthday'>;

/** Refuses, under `field`, a new password that says who its owner is or that everybody tries first. */
export const refuseWeakPassword = (
  field: 'password' | 'new_password',
  password: string,
  { idNumber, passportNo, birthday }: Owner,
): void => {
  const texts = passwordFaults(password, { id_number: idNumber, passport_no: passportNo, birthday });
  if (isCommonPassword(password)) texts.push(refusals.password_common.text);
  if (texts.length > 0) throw invalid({ [field]: texts });
};
