import { zodResolver } from '@hookform/resolvers/zod';
import type { User } from '@portal/contract/accounts';
import { PASSWORD_MIN, type PasswordForm as PasswordOutput } from '@portal/contract/passwords';
import { useMemo, useRef } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { profileText as text } from '../text/zh-TW/profile.ts';
import { registrationText } from '../text/zh-TW/registration.ts';
import { Button } from '../ui/button.tsx';
import { PasswordField } from '../ui/field.tsx';
import { useUpdatePassword } from './api/update-password.ts';
import { SendingFailure } from './form-parts.tsx';
import { FormProblems } from './form-problems.tsx';
import { showRefusal } from './form-refusal.ts';
import { NO_PASSWORDS, PASSWORD_FIELDS, type PasswordValues, passwordInput } from './password-values.ts';
import { useFormField } from './person-form.ts';
import { useRecheck } from './use-recheck.ts';

interface PasswordFormProps {
  user: User;
  onSaved: () => void;
  onCancel: () => void;
}

/** The form of 變更密碼. */
export const PasswordForm = ({ user, onSaved, onCancel }: PasswordFormProps) => {
  const resolver = useMemo(() => zodResolver(passwordInput(user)), [user]);
  const form = useForm<PasswordValues, unknown, PasswordOutput>({
    defaultValues: NO_PASSWORDS,
    resolver,
    shouldFocusError: false,
  });
  const { errors, isSubmitting } = form.formState;
  const { mutateAsync } = useUpdatePassword();
  const confirm = useRef<HTMLButtonElement>(null);

  const save = async (values: PasswordOutput) => {
    if (isSubmitting) return;
    try {
      await mutateAsync(values);
      form.reset(NO_PASSWORDS);
      onSaved();
    } catch (error) {
      showRefusal(error, PASSWORD_FIELDS, form.setError);
    }
  };

  return (
    <FormProvider {...form}>
      <form
        className="max-w-xl space-y-6 rounded-xl border border-line bg-surface p-4 shadow-card sm:p-6"
        method="post"
        noValidate
        onSubmit={form.handleSubmit(save)}
      >
        <FormProblems fields={PASSWORD_FIELDS} form={form} />
        <PasswordFields user={user} />
        <SendingFailure confirm={confirm} fault={errors.root?.failed} />
        <div className="flex flex-wrap gap-3">
          <Button
            busy={isSubmitting}
            busyLabel={registrationText.sending}
            ref={confirm}
            type="submit"
            variant="primary"
          >
            {registrationText.confirm}
          </Button>
          <Button onClick={onCancel} variant="quiet">
            {registrationText.cancel}
          </Button>
        </div>
      </form>
    </FormProvider>
  );
};

const PasswordFields = ({ user }: { user: User }) => {
  const recheck = { onChange: useRecheck<PasswordValues>('new_password') };
  return (
    <div className="space-y-4">
      {/* Tells a password manager whose password it is. */}
      <input autoComplete="username" hidden readOnly value={user.id_number ?? user.passport_no ?? ''} />
      <PasswordField
        {...useFormField<PasswordValues>('password', recheck)}
        autoComplete="current-password"
        hint={user.password_is_birthday ? text.oldPasswordHint : undefined}
        label={text.oldPassword}
        placeholder={text.oldPasswordPlaceholder}
        required
      />
      <PasswordField
        {...useFormField<PasswordValues>('new_password')}
        autoComplete="new-password"
        hint={text.newPasswordHint(PASSWORD_MIN)}
        label={text.newPassword}
        placeholder={text.newPasswordPlaceholder}
        required
      />
      <PasswordField
        {...useFormField<PasswordValues>('new_password_confirmation', recheck)}
        autoComplete="new-password"
        label={text.newPasswordConfirmation}
        placeholder={text.newPasswordConfirmationPlaceholder}
        required
      />
      <p className="text-ink-soft text-sm">{text.othersEnd}</p>
    </div>
  );
};
