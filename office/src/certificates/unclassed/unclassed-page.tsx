import { FormSection } from '@portal/kit/ui/form-section.tsx';
import { useNavigate } from 'react-router';
import { PersonChoice } from '../../enrolment/on-behalf/person-choice.tsx';
import { SaveForm } from '../../forms/save-form.tsx';
import { Page } from '../../platform/page.tsx';
import { paths } from '../../platform/paths.ts';
import { issuingText } from '../../text/zh-TW/issuing.ts';
import { unclassedText as text } from '../../text/zh-TW/unclassed.ts';
import { BasisFields, CertificateFields, TrainingFields } from './unclassed-fields.tsx';
import { useUnclassedForm } from './use-unclassed-form.ts';

export const UnclassedPage = () => {
  const navigate = useNavigate();
  const { save, progress } = useUnclassedForm();
  return (
    <Page
      lead={text.lead}
      title={text.title}
      under={[{ label: issuingText.title, to: paths.certificates.to() }]}
      width="narrow"
    >
      <SaveForm
        button={{ label: text.submit }}
        onCancel={() => navigate(paths.certificates.to())}
        progress={progress}
        save={save}
      >
        <FormSection title={text.person}>
          <PersonChoice />
        </FormSection>
        <FormSection title={text.certificate}>
          <CertificateFields />
        </FormSection>
        <FormSection title={text.training}>
          <TrainingFields />
        </FormSection>
        <FormSection title={text.basis}>
          <BasisFields />
        </FormSection>
      </SaveForm>
    </Page>
  );
};
