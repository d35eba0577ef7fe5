import { zodResolver } from '@hookform/resolvers/zod';
import { StaffResetForm } from '@portal/contract/office/staff';
import { ButtonLink } from '@portal/kit/ui/button.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { paths } from '../../platform/paths.ts';
import { staffText } from '../../text/zh-TW/staff.ts';
import { staffResetQuery } from '../api/check-staff-reset.ts';
import { resetStaffPassword } from '../api/reset-staff-password.ts';
import { LinkPage, tokenInAddress } from './link-page.tsx';
import { SetPasswordForm } from './set-password-form.tsx';

const text = staffText.invitation;
const resolver = zodResolver(StaffResetForm);

export const NewPasswordPage = () => {
  const [token] = useState(tokenInAddress);
  return (
    <LinkPage
      instead={
        <p className="mt-4">
          <ButtonLink to={paths.forgotten.to()}>{staffText.forgotten.again}</ButtonLink>
        </p>
      }
      owner={useQuery(staffResetQuery(token))}
      title={text.title}
    >
      {(owner) => (
        <SetPasswordForm
          owner={owner}
          resolver={resolver}
          send={resetStaffPassword}
          submit={text.submit}
          token={token}
        />
      )}
    </LinkPage>
  );
};
