import type { RefusalCode } from '@portal/contract/errors';
import { PASSWORD_MIN } from '@portal/contract/passwords';
import { PasswordField, TextField } from '@portal/kit/ui/field.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { useFormContext, useWatch } from 'react-hook-form';

import { registrationText as text } from '../text/zh-TW/registration.ts';
import { useField } from './person-form.ts';
import type { RegistrationValues } from './registration-values.ts';
import { useRecheck } from './use-recheck.ts';

/** Side by side, so that a password manager finds account and password. */
export const AccountFields = () => {
  const country = useWatch<RegistrationValues, 'country'>({ name: 'country' });
  const recheckPassword = useRecheck<RegistrationValues>('password');
  return (
    <div className="max-w-md space-y-4">
      {country === 'local' ? (
        <Identifier key="local" label={text.idNumber} name="id_number" />
      ) : (
        <Identifier key="foreign" label={text.passportNo} name="passport_no" />
      )}
      <PasswordField
        {...useField<RegistrationValues>('password')}
        autoComplete="new-password"
        hint={text.passwordHint(PASSWORD_MIN)}
        label={text.password}
        required
      />
      <PasswordField
        {...useField<RegistrationValues>('password_confirmation', { onChange: recheckPassword })}
        autoComplete="new-password"
        label={text.passwordConfirmation}
        placeholder={text.passwordConfirmationPlaceholder}
        required
      />
    </div>
  );
};

const TAKEN_CODES = ['id_number_taken', 'passport_no_taken'] as const satisfies readonly RefusalCode[];

interface IdentifierProps {
  name: 'id_number' | 'passport_no';
  label: string;
}

const Identifier = ({ name, label }: IdentifierProps) => {
  const recheckPassword = useRecheck<RegistrationValues>('password');
  const field = useField<RegistrationValues>(name, { onChange: recheckPassword });
  const { getFieldState, formState } = useFormContext<RegistrationValues>();
  const codes = getFieldState(name, formState).error?.types ?? {};
  const isTaken = TAKEN_CODES.some((code) => code in codes);
  return (
    <>
      <TextField
        {...field}
        autoComplete="username"
        hint={text.accountHint}
        label={label}
        required
        upperCase
      />
      {isTaken && (
        <Notice live tone="info">
          {text.takenByAnother}
        </Notice>
      )}
    </>
  );
};
