import { zodResolver } from '@hookform/resolvers/zod';
import { SignInForm, signIn } from '@portal/contract/office/session';
import { showRefusal } from '@portal/kit/browser/form-refusal.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { PasswordField, TextField } from '@portal/kit/ui/field.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { call } from '../platform/call.ts';
import { useSetSession } from '../platform/session.ts';
import { staffText } from '../text/zh-TW/staff.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { signInByPasskey } from './passkeys.ts';

const text = staffText.signIn;

/** The first step: who, and the password. */
export const PasswordForm = () => {
  const setSession = useSetSession();
  const send = useSending({
    mutationFn: (body: SignInForm) => call(signIn, { body }),
    onSuccess: setSession,
  });
  const form = useForm<z.input<typeof SignInForm>, unknown, SignInForm>({
    defaultValues: { email: '', password: '' },
    resolver: zodResolver(SignInForm),
  });
  const { errors, isSubmitting } = form.formState;
  const save = (values: SignInForm) =>
    send.mutateAsync(values).catch((error) => {
      showRefusal(error, ['email', 'password'], form.setError);
      form.resetField('password', { keepError: true });
      form.setFocus('password');
    });
  return (
    <form className="space-y-4" method="post" noValidate onSubmit={form.handleSubmit(save)}>
      <p className="text-ink-soft">{text.lead}</p>
      {errors.root?.failed && (
        <Notice live tone="danger">
          {errors.root.failed.message}
        </Notice>
      )}
      <TextField
        {...form.register('email')}
        autoComplete="username"
        error={errors.email?.message}
        label={text.email}
        type="email"
      />
      <PasswordField
        {...form.register('password')}
        autoComplete="current-password"
        error={errors.password?.message}
        label={text.password}
      />
      <Button busy={isSubmitting} busyLabel={text.sending} className="w-full" type="submit" variant="primary">
        {text.submit}
      </Button>
      <PasskeyButton onDone={setSession} work={signInByPasskey}>
        {text.passkey}
      </PasskeyButton>
    </form>
  );
};
