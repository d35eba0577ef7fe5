import { zodResolver } from '@hookform/resolvers/zod';
import type { User } from '@portal/contract/accounts';
import { PASSWORD_MIN, type PasswordForm as PasswordOutput } from '@portal/contract/passwords';
import { firstError } from '@portal/kit/browser/call.ts';
import { showRefusal } from '@portal/kit/browser/form-refusal.ts';
import { useLostAnswer } from '@portal/kit/browser/use-lost-answer.ts';
import { PasswordField } from '@portal/kit/ui/field.tsx';
import { FormEnd } from '@portal/kit/ui/form-end.tsx';
import { FormProblems } from '@portal/kit/ui/form-problems.tsx';
import { useMemo } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { profileText as text } from '../text/zh-TW/profile.ts';
import { registrationText } from '../text/zh-TW/registration.ts';
import { useUpdatePassword } from './api/update-password.ts';
import { PasswordCodeField } from './password-code-field.tsx';
import { NO_PASSWORDS, PASSWORD_FIELDS, type PasswordValues, passwordInput } from './password-values.ts';
import { useFormField } from './person-form.ts';
import { useRecheck } from './use-recheck.ts';

interface PasswordFormProps {
  user: User;
  onSaved: () => void;
  onCancel: () => void;
}

export const PasswordForm = ({ user, onSaved, onCancel }: PasswordFormProps) => {
  const resolver = useMemo(() => zodResolver(passwordInput(user)), [user]);
  const form = useForm<PasswordValues, unknown, PasswordOutput>({
    defaultValues: NO_PASSWORDS,
    resolver,
    shouldFocusError: false,
  });
  const { errors, isSubmitting } = form.formState;
  const { mutateAsync } = useUpdatePassword();
  const wasLostBefore = useLostAnswer();

  const save = async (values: PasswordOutput) => {
    try {
      await mutateAsync(values);
      form.reset(NO_PASSWORDS);
      onSaved();
    } catch (error) {
      showRefusal(error, PASSWORD_FIELDS, form.setError);
      if (wasLostBefore(error) && firstError(error, 'password')) {
        form.setError('password', { message: text.mayBeDone });
      }
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
        <p className="text-ink-soft">{registrationText.requiredLegend}</p>
        <FormProblems fields={PASSWORD_FIELDS} form={form} />
        <PasswordFields user={user} />
        <FormEnd fault={errors.root?.failed} isSending={isSubmitting} onCancel={onCancel} />
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
      {user.needs_code && <PasswordCodeField />}
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
