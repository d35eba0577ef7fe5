import { zodResolver } from '@hookform/resolvers/zod';
import { AcceptForm } from '@portal/contract/office/staff';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { staffText } from '../../text/zh-TW/staff.ts';
import { acceptInvitation } from '../api/accept-invitation.ts';
import { invitationQuery } from '../api/check-invitation.ts';
import { LinkPage, tokenInAddress } from './link-page.tsx';
import { SetPasswordForm } from './set-password-form.tsx';

const text = staffText.invitation;
const resolver = zodResolver(AcceptForm);

export const InvitationPage = () => {
  const [token] = useState(tokenInAddress);
  return (
    <LinkPage owner={useQuery(invitationQuery(token))} title={text.title}>
      {(owner) => (
        <SetPasswordForm
          owner={owner}
          resolver={resolver}
          send={acceptInvitation}
          submit={text.submit}
          token={token}
        />
      )}
    </LinkPage>
  );
};
