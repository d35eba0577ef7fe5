import { zodResolver } from '@hookform/resolvers/zod';
import { PASSWORD_MIN, ResetForm } from '@portal/contract/passwords';
import { firstError } from '@portal/kit/browser/call.ts';
import { showRefusal } from '@portal/kit/browser/form-refusal.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { useBack } from '@portal/kit/browser/use-back.ts';
import { useLostAnswer } from '@portal/kit/browser/use-lost-answer.ts';
import { ButtonLink } from '@portal/kit/ui/button.tsx';
import { PasswordField } from '@portal/kit/ui/field.tsx';
import { FormEnd } from '@portal/kit/ui/form-end.tsx';
import { FormProblems } from '@portal/kit/ui/form-problems.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { useQuery } from '@tanstack/react-query';
import { FormProvider, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type * as z from 'zod/mini';
import { paths } from '../platform/paths.ts';
import { forgottenText } from '../text/zh-TW/forgotten-password.ts';
import { resetLinkQuery } from './api/check-reset-link.ts';
import { useResetPassword } from './api/reset-password.ts';
import { useFormField } from './person-form.ts';
import { useRecheck } from './use-recheck.ts';

type Values = z.input<typeof ResetForm>;

const text = forgottenText.reset;
const SHOWN_FIELDS = ['password', 'password_confirmation'] as const satisfies readonly (keyof Values)[];
const FIELDS = ['token', ...SHOWN_FIELDS] as const;

/** An ended link leads to requesting another one. If it cannot be checked now, sending the form tells. */
export const ResetPasswordForm = ({ token }: { token: string }) => {
  const navigate = useNavigate();
  const back = useBack(paths.home.to());
  const form = useForm<Values, unknown, ResetForm>({
    defaultValues: { token, password: '', password_confirmation: '' },
    resolver: zodResolver(ResetForm),
    shouldFocusError: false,
  });
  const { errors, isSubmitting } = form.formState;
  const { error } = useQuery(resetLinkQuery(token));
  const { mutateAsync } = useResetPassword();
  const wasLostBefore = useLostAnswer();

  const leave = () => {
    notify(text.done, 'success');
    navigate(paths.login.to(), { replace: true });
  };
  const save = (values: ResetForm) =>
    mutateAsync(values, { onSuccess: leave }).catch((error) => {
      showRefusal(error, FIELDS, form.setError);
      if (wasLostBefore(error) && firstError(error, 'token')) {
        form.setError('token', { message: text.mayBeDone });
      }
    });

  const ended = errors.token?.message ?? firstError(error, 'token');
  if (ended) return <LinkEnded reason={ended} />;
  return (
    <FormProvider {...form}>
      <form className="space-y-4" method="post" noValidate onSubmit={form.handleSubmit(save)}>
        <p className="text-ink-soft">{text.lead}</p>
        <FormProblems fields={SHOWN_FIELDS} form={form} />
        <NewPassword />
        <FormEnd fault={errors.root?.failed} isSending={isSubmitting} onCancel={back} />
      </form>
    </FormProvider>
  );
};

const NewPassword = () => {
  const recheck = useRecheck<Values>('password_confirmation');
  return (
    <>
      <PasswordField
        {...useFormField<Values>('password', { onChange: recheck })}
        autoComplete="new-password"
        hint={text.passwordHint(PASSWORD_MIN)}
        label={text.password}
        placeholder={text.passwordPlaceholder}
        required
      />
      <PasswordField
        {...useFormField<Values>('password_confirmation')}
        autoComplete="new-password"
        label={text.confirmation}
        placeholder={text.confirmationPlaceholder}
        required
      />
    </>
  );
};

const LinkEnded = ({ reason }: { reason: string }) => (
  <div className="mt-4 space-y-4">
    <Notice live tone="danger">
      {reason}
    </Notice>
    <ButtonLink replace to={paths.forgotPassword.to()} variant="primary">
      {text.askAgain}
    </ButtonLink>
  </div>
);
