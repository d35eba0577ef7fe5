import { useBack } from '@portal/kit/browser/use-back.ts';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { organizationsQuery } from '../catalogue/api/get-organizations.ts';
import { Page } from '../platform/page.tsx';
import { paths } from '../platform/paths.ts';
import { classOfEnrolment, storedReturnAddress } from '../platform/return-address.ts';
import { registrationText as text } from '../text/zh-TW/registration.ts';
import { RegisterForm } from './register-form.tsx';

export const RegisterPage = () => {
  const from = storedReturnAddress(useLocation().state);
  const back = useBack(paths.home.to());
  const mayJoin = useQuery(organizationsQuery).data?.length !== 0;
  if (!mayJoin)
    return (
      <Page title={text.title}>
        <EmptyState title={text.notYet}>{text.notYetHint}</EmptyState>
      </Page>
    );
  return (
    <Page
      title={text.title}
      lead={text.requiredLegend + (from && classOfEnrolment(from) ? text.thenEnrol : '')}
    >
      <RegisterForm onCancel={back} />
    </Page>
  );
};
