import { zodResolver } from '@hookform/resolvers/zod';
import { AcceptForm, acceptInvitation, STAFF_PASSWORD_MIN } from '@portal/contract/office/account';
import { CallRefused, failureKind } from '@portal/kit/browser/call.ts';
import { showRefusal } from '@portal/kit/browser/form-refusal.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { ErrorState } from '@portal/kit/ui/error-state.tsx';
import { PasswordField } from '@portal/kit/ui/field.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { SkeletonRows } from '@portal/kit/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type * as z from 'zod/mini';
import { call } from '../platform/call.ts';
import { paths } from '../platform/paths.ts';
import { useSetSession } from '../platform/session.ts';
import { staffText } from '../text/zh-TW/staff.ts';
import { invitationQuery } from './api/invitation.ts';
import { Box } from './box.tsx';

const text = staffText.invitation;

/** The token stands in the fragment, which no server is sent. */
const tokenInAddress = () => location.hash.slice(1);

export const InvitationPage = () => {
  const [token] = useState(tokenInAddress);
  const invited = useQuery(invitationQuery(token));
  return (
    <Box title={text.title}>
      {invited.data && <AcceptInvitation token={token} {...invited.data} />}
      {invited.isPending && <SkeletonRows rows={2} />}
      {invited.error instanceof CallRefused && invited.error.status === 422 ? (
        <Notice live tone="danger">
          {invited.error.message}
        </Notice>
      ) : (
        invited.error && <ErrorState kind={failureKind(invited.error)} onRetry={invited.refetch} />
      )}
    </Box>
  );
};

const FIELDS = ['newPassword', 'newPasswordConfirmation'] as const;

const AcceptInvitation = ({ token, name, email }: { token: string; name: string; email: string }) => {
  const setSession = useSetSession();
  const navigate = useNavigate();
  const send = useSending({
    mutationFn: (body: AcceptForm) => call(acceptInvitation, { body }),
    onSuccess: (session) => {
      setSession(session);
      navigate(paths.login, { replace: true });
    },
  });
  const form = useForm<z.input<typeof AcceptForm>, unknown, AcceptForm>({
    defaultValues: { token, newPassword: '', newPasswordConfirmation: '' },
    resolver: zodResolver(AcceptForm),
  });
  const { errors, isSubmitting } = form.formState;
  const save = (values: AcceptForm) =>
    send.mutateAsync(values).catch((error) => showRefusal(error, FIELDS, form.setError));
  const fault = errors.root?.failed ?? errors.root?.refused ?? errors.token;
  return (
    <form className="space-y-4" method="post" noValidate onSubmit={form.handleSubmit(save)}>
      <p>{text.lead(name, email)}</p>
      {fault && (
        <Notice live tone="danger">
          {fault.message}
        </Notice>
      )}
      <input autoComplete="username" hidden readOnly value={email} />
      <PasswordField
        {...form.register('newPassword')}
        autoComplete="new-password"
        error={errors.newPassword?.message}
        hint={text.passwordHint(STAFF_PASSWORD_MIN)}
        label={text.password}
        required
      />
      <PasswordField
        {...form.register('newPasswordConfirmation')}
        autoComplete="new-password"
        error={errors.newPasswordConfirmation?.message}
        label={text.confirmation}
        required
      />
      <Button
        busy={isSubmitting}
        busyLabel={staffText.secondFactor.sending}
        className="w-full"
        type="submit"
        variant="primary"
      >
        {text.submit}
      </Button>
    </form>
  );
};
