import { zodResolver } from '@hookform/resolvers/zod';
import { STAFF_PASSWORD_MIN, StaffPasswordForm } from '@portal/contract/office/staff';
import { PasswordField } from '@portal/kit/ui/field.tsx';
import { FormSection } from '@portal/kit/ui/form-section.tsx';
import { useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { SaveForm } from '../../forms/save-form.tsx';
import { useSave } from '../../forms/use-save.ts';
import { accountText } from '../../text/zh-TW/account.ts';
import { staffText } from '../../text/zh-TW/staff.ts';
import { changePassword } from '../api/change-password.ts';
import { ownSessionsQuery } from '../api/get-own-sessions.ts';

const text = accountText.password;

export const PasswordSection = ({ email }: { email: string }) => {
  const save = usePasswordForm();
  const { register, formState } = save.form;
  const { errors } = formState;
  return (
    <FormSection title={text.title}>
      <SaveForm
        button={{ label: text.submit, sending: text.sending }}
        className="max-w-xl space-y-4"
        save={save}
      >
        <input autoComplete="username" hidden readOnly value={email} />
        <PasswordField
          {...register('password')}
          autoComplete="current-password"
          error={errors.password?.message}
          label={text.old}
          required
        />
        <PasswordField
          {...register('newPassword')}
          autoComplete="new-password"
          error={errors.newPassword?.message}
          hint={staffText.invitation.passwordHint(STAFF_PASSWORD_MIN)}
          label={staffText.invitation.password}
          required
        />
        <PasswordField
          {...register('newPasswordConfirmation')}
          autoComplete="new-password"
          error={errors.newPasswordConfirmation?.message}
          label={staffText.invitation.confirmation}
          required
        />
        <p className="text-ink-soft text-sm">{text.othersEnd}</p>
      </SaveForm>
    </FormSection>
  );
};

const usePasswordForm = () => {
  const queries = useQueryClient();
  return useSave<z.input<typeof StaffPasswordForm>, StaffPasswordForm, unknown>({
    defaultValues: { password: '', newPassword: '', newPasswordConfirmation: '' },
    resolver: zodResolver(StaffPasswordForm),
    fields: ['password', 'newPassword', 'newPasswordConfirmation'],
    send: (body) => changePassword(body),
    done: text.done,
    onDone: () => queries.invalidateQueries({ queryKey: ownSessionsQuery.queryKey }),
    stays: true,
  });
};
