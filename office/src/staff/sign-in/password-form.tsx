import { zodResolver } from '@hookform/resolvers/zod';
import { type OfficeSession, SignInForm } from '@portal/contract/office/staff';
import { PasswordField, TextField } from '@portal/kit/ui/field.tsx';
import type * as z from 'zod/mini';
import { SaveForm } from '../../forms/save-form.tsx';
import { useSave } from '../../forms/use-save.ts';
import { staffText } from '../../text/zh-TW/staff.ts';
import { signIn } from '../api/sign-in.ts';
import { PasskeyButton } from '../factors/passkey-button.tsx';
import { signInByPasskey } from '../factors/passkeys.ts';

const text = staffText.signIn;

interface PasswordFormProps {
  /** Fixed when the same person signs in again. */
  email?: string;
  onDone: (session: OfficeSession) => void;
}

export const PasswordForm = ({ email, onDone }: PasswordFormProps) => {
  const save = useSave<z.input<typeof SignInForm>, SignInForm, OfficeSession>({
    defaultValues: { email: email ?? '', password: '' },
    resolver: zodResolver(SignInForm),
    fields: email === undefined ? ['email', 'password'] : ['password'],
    send: (body) => signIn(body),
    onDone,
    onRefused: (_, form) => {
      form.resetField('password', { keepError: true });
      form.setFocus('password');
      return false;
    },
    isShort: true,
  });
  const { register, formState } = save.form;
  const { errors } = formState;
  return (
    <>
      <SaveForm
        button={{ label: text.submit, sending: text.sending, className: 'w-full' }}
        className="mb-4 space-y-4"
        save={save}
      >
        {email === undefined ? (
          <TextField
            {...register('email')}
            autoComplete="username"
            error={errors.email?.message}
            label={text.email}
            type="email"
          />
        ) : (
          <input autoComplete="username" hidden readOnly value={email} />
        )}
        <PasswordField
          {...register('password')}
          autoComplete="current-password"
          data-autofocus
          error={errors.password?.message}
          label={text.password}
        />
      </SaveForm>
      <PasskeyButton onDone={onDone} work={signInByPasskey}>
        {text.passkey}
      </PasskeyButton>
    </>
  );
};
