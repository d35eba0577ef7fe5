import { FormEnd } from '@portal/kit/ui/form-end.tsx';
import { FormProblems } from '@portal/kit/ui/form-problems.tsx';
import { FormSection } from '@portal/kit/ui/form-section.tsx';
import { FormProvider } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { Page } from '../../platform/page.tsx';
import { paths } from '../../platform/paths.ts';
import { onBehalfText as text } from '../../text/zh-TW/on-behalf.ts';
import { registrationText } from '../../text/zh-TW/registration.ts';
import { submitByKey } from '../submit-key.ts';
import { ClassFields } from './class-fields.tsx';
import { PersonFields } from './person-fields.tsx';
import { fieldsOf, useOnBehalfForm } from './use-on-behalf-form.ts';

/** 代為報名: staff register somebody who calls or comes by. */
export const OnBehalfPage = () => {
  const navigate = useNavigate();
  const { form, save } = useOnBehalfForm();
  const { errors, isSubmitting } = form.formState;
  return (
    <Page
      lead={text.lead}
      title={text.title}
      under={[{ label: registrationText.crumb, to: paths.reviews }]}
      width="narrow"
    >
      <FormProvider {...form}>
        <form
          className="space-y-6"
          method="post"
          noValidate
          onKeyDown={submitByKey}
          onSubmit={form.handleSubmit(save)}
        >
          <FormProblems fields={fieldsOf(form.getValues('kind'))} form={form} />
          <FormSection title={text.person.section}>
            <PersonFields />
          </FormSection>
          <FormSection title={text.class.section}>
            <ClassFields />
          </FormSection>
          <FormEnd
            fault={errors.root?.failed}
            isSending={isSubmitting}
            onCancel={() => navigate(paths.reviews)}
          />
        </form>
      </FormProvider>
    </Page>
  );
};
