import { zodResolver } from '@hookform/resolvers/zod';
import { AcceptForm, type OfficeSession, STAFF_PASSWORD_MIN } from '@portal/contract/office/staff';
import { CallRefused, failureKind } from '@portal/kit/browser/call.ts';
import { ErrorState } from '@portal/kit/ui/error-state.tsx';
import { PasswordField } from '@portal/kit/ui/field.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { SkeletonRows } from '@portal/kit/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type * as z from 'zod/mini';
import { SaveForm } from '../../forms/save-form.tsx';
import { useSave } from '../../forms/use-save.ts';
import { paths } from '../../platform/paths.ts';
import { useSetSession } from '../../platform/session.ts';
import { staffText } from '../../text/zh-TW/staff.ts';
import { acceptInvitation } from '../api/accept-invitation.ts';
import { invitationQuery } from '../api/check-invitation.ts';
import { SignInCard } from './sign-in-card.tsx';

const text = staffText.invitation;

/** The token is in the fragment, which is not sent to servers. */
const tokenInAddress = () => location.hash.slice(1);

export const InvitationPage = () => {
  const [token] = useState(tokenInAddress);
  const invited = useQuery(invitationQuery(token));
  return (
    <SignInCard title={text.title}>
      {invited.data && <AcceptInvitation token={token} {...invited.data} />}
      {invited.isPending && <SkeletonRows rows={2} />}
      {invited.error instanceof CallRefused && invited.error.status === 422 ? (
        <Notice live tone="danger">
          {invited.error.message}
        </Notice>
      ) : (
        invited.error && <ErrorState kind={failureKind(invited.error)} onRetry={invited.refetch} />
      )}
    </SignInCard>
  );
};

const AcceptInvitation = ({ token, name, email }: { token: string; name: string; email: string }) => {
  const setSession = useSetSession();
  const navigate = useNavigate();
  const save = useSave<z.input<typeof AcceptForm>, AcceptForm, OfficeSession>({
    defaultValues: { token, newPassword: '', newPasswordConfirmation: '' },
    resolver: zodResolver(AcceptForm),
    fields: ['newPassword', 'newPasswordConfirmation'],
    send: (body) => acceptInvitation(body),
    onDone: (session) => {
      setSession(session);
      navigate(paths.login.to(), { replace: true });
    },
    isShort: true,
  });
  const { register, formState } = save.form;
  const { errors } = formState;
  return (
    <SaveForm
      button={{ label: text.submit, sending: staffText.secondFactor.sending, className: 'w-full' }}
      className="space-y-4"
      save={save}
    >
      <p>{text.lead(name, email)}</p>
      <input autoComplete="username" hidden readOnly value={email} />
      <PasswordField
        {...register('newPassword')}
        autoComplete="new-password"
        error={errors.newPassword?.message}
        hint={text.passwordHint(STAFF_PASSWORD_MIN)}
        label={text.password}
        required
      />
      <PasswordField
        {...register('newPasswordConfirmation')}
        autoComplete="new-password"
        error={errors.newPasswordConfirmation?.message}
        label={text.confirmation}
        required
      />
    </SaveForm>
  );
};
