import { zodResolver } from '@hookform/resolvers/zod';
import { changeStaffPassword, STAFF_PASSWORD_MIN, StaffPasswordForm } from '@portal/contract/office/account';
import { showRefusal } from '@portal/kit/browser/form-refusal.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { PasswordField } from '@portal/kit/ui/field.tsx';
import { FormProblems } from '@portal/kit/ui/form-problems.tsx';
import { FormSection } from '@portal/kit/ui/form-section.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { call } from '../../platform/call.ts';
import { accountText } from '../../text/zh-TW/account.ts';
import { staffText } from '../../text/zh-TW/staff.ts';
import { ownSessionsQuery } from '../api/own-sessions.ts';
import { useStepUp } from '../step-up.tsx';

const text = accountText.password;
const FIELDS = ['password', 'newPassword', 'newPasswordConfirmation'] as const;
const EMPTY = { password: '', newPassword: '', newPasswordConfirmation: '' };

/** 變更密碼. */
export const PasswordSection = ({ email }: { email: string }) => {
  const { form, save } = usePasswordForm();
  const { errors, isSubmitting } = form.formState;
  return (
    <FormSection title={text.title}>
      <form className="max-w-xl space-y-4" method="post" noValidate onSubmit={form.handleSubmit(save)}>
        <FormProblems fields={FIELDS} form={form} />
        <input autoComplete="username" hidden readOnly value={email} />
        <PasswordField
          {...form.register('password')}
          autoComplete="current-password"
          error={errors.password?.message}
          label={text.old}
          required
        />
        <PasswordField
          {...form.register('newPassword')}
          autoComplete="new-password"
          error={errors.newPassword?.message}
          hint={staffText.invitation.passwordHint(STAFF_PASSWORD_MIN)}
          label={staffText.invitation.password}
          required
        />
        <PasswordField
          {...form.register('newPasswordConfirmation')}
          autoComplete="new-password"
          error={errors.newPasswordConfirmation?.message}
          label={staffText.invitation.confirmation}
          required
        />
        <p className="text-ink-soft text-sm">{text.othersEnd}</p>
        {errors.root?.failed && (
          <Notice live tone="danger">
            {errors.root.failed.message}
          </Notice>
        )}
        <Button busy={isSubmitting} busyLabel={text.sending} type="submit" variant="primary">
          {text.submit}
        </Button>
      </form>
    </FormSection>
  );
};

const usePasswordForm = () => {
  const withStepUp = useStepUp();
  const queries = useQueryClient();
  const form = useForm<z.input<typeof StaffPasswordForm>, unknown, StaffPasswordForm>({
    defaultValues: EMPTY,
    resolver: zodResolver(StaffPasswordForm),
    shouldFocusError: false,
  });
  const send = useSending({
    mutationFn: (body: StaffPasswordForm) => withStepUp(() => call(changeStaffPassword, { body })),
    onSuccess: () => {
      form.reset(EMPTY);
      notify(text.done, 'success');
      queries.invalidateQueries({ queryKey: ownSessionsQuery.queryKey });
    },
  });
  const save = (values: StaffPasswordForm) =>
    send.mutateAsync(values).catch((error) => showRefusal(error, FIELDS, form.setError));
  return { form, save };
};
