import type { User } from '@portal/contract/accounts';
import { withRules } from '@portal/contract/fields';
import { PasswordForm, passwordFaults } from '@portal/contract/passwords';
import { accountRefusals } from '@portal/contract/refusals/accounts';
import type * as z from 'zod/mini';

/** Adds the rules that need the account and the birth date. */
export const passwordInput = (user: User) =>
  PasswordForm.check(
    withRules<PasswordForm>([
      {
        needs: ['code'],
        faults: ({ code }) =>
          user.needs_code && code === null
            ? [{ field: 'code', text: accountRefusals.code_missing.text }]
            : [],
      },
      {
        needs: ['new_password'],
        faults: ({ new_password }) =>
          passwordFaults(new_password, user).map((text) => ({ field: 'new_password', text })),
      },
    ]),
  );

export type PasswordValues = z.input<typeof PasswordForm>;

export const PASSWORD_FIELDS = [
  'code',
  'password',
  'new_password',
  'new_password_confirmation',
] as const satisfies readonly (keyof PasswordValues)[];

export const NO_PASSWORDS: PasswordValues = {
  code: '',
  password: '',
  new_password: '',
  new_password_confirmation: '',
};
