import { isCommonPassword } from '../../accounts/passwords/common-passwords.ts';
import { Refusal } from '../../platform/errors.ts';

const plain = (text: string) => text.normalize('NFKC').toLowerCase();

export const refuseWeakStaffPassword = (
  password: string,
  { name, email }: { name: string; email: string },
): void => {
  const field = 'newPassword';
  if (isCommonPassword(password)) throw new Refusal('password_common', { field });
  const [mailbox = ''] = email.split('@');
  const telling = [name, email, mailbox].map(plain).filter((text) => [...text].length >= 2);
  if (telling.some((text) => plain(password).includes(text))) {
    throw new Refusal('password_says_name', { field });
  }
};
