import { FormSection } from '@portal/kit/ui/form-section.tsx';
import { useNavigate } from 'react-router';
import { SaveForm } from '../../forms/save-form.tsx';
import { Page } from '../../platform/page.tsx';
import { paths } from '../../platform/paths.ts';
import { useMay } from '../../platform/session.ts';
import { onBehalfText as text } from '../../text/zh-TW/on-behalf.ts';
import { registrationText } from '../../text/zh-TW/registration.ts';
import { ClassSearchFields } from './class-search-fields.tsx';
import { MailboxButton } from './mailbox-button.tsx';
import { PersonFields } from './person-fields.tsx';
import { useOnBehalfForm } from './use-on-behalf-form.ts';

export const OnBehalfPage = () => {
  const navigate = useNavigate();
  const mayEdit = useMay('person.edit');
  return (
    <Page
      actions={mayEdit && <MailboxButton />}
      lead={text.lead}
      title={text.title}
      under={[{ label: registrationText.crumb, to: paths.reviews.to() }]}
      width="narrow"
    >
      <SaveForm
        button={{ label: text.open }}
        onCancel={() => navigate(paths.reviews.to())}
        save={useOnBehalfForm()}
      >
        <FormSection title={text.person.section}>
          <PersonFields />
        </FormSection>
        <FormSection title={text.class.section}>
          <ClassSearchFields />
        </FormSection>
      </SaveForm>
    </Page>
  );
};
