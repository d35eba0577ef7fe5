import type { OfficeSession } from '@portal/contract/office/staff';
import { Rows } from '@portal/kit/ui/description-list.tsx';
import { FormSection } from '@portal/kit/ui/form-section.tsx';
import { useQuery } from '@tanstack/react-query';
import { Page } from '../../platform/page.tsx';
import { sessionQuery } from '../../platform/session.ts';
import { accountText } from '../../text/zh-TW/account.ts';
import { FactorsSection } from '../factors/factors-section.tsx';
import { RoleList } from '../members/role-list.tsx';
import { PasswordSection } from './password-section.tsx';
import { SessionsSection } from './sessions-section.tsx';

export const AccountPage = () => {
  const { data: session } = useQuery(sessionQuery);
  if (!session) return null;
  return (
    <Page title={accountText.title}>
      <div className="space-y-6">
        <Details session={session} />
        <FactorsSection />
        <PasswordSection email={session.email} />
        <SessionsSection />
      </div>
    </Page>
  );
};

const Details = ({ session: { name, email, roles } }: { session: OfficeSession }) => {
  const text = accountText.details;
  return (
    <FormSection title={text.title}>
      <Rows
        rows={[
          { term: text.name, value: name },
          { term: text.email, value: email },
          { term: text.roles, value: <RoleList roles={roles} /> },
        ]}
      />
    </FormSection>
  );
};
