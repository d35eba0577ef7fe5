import { zodResolver } from '@hookform/resolvers/zod';
import { FormEnd } from '@portal/kit/ui/form-end.tsx';
import { FormProblems } from '@portal/kit/ui/form-problems.tsx';
import { FormSection } from '@portal/kit/ui/form-section.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { clearDraft, readDraft } from '../platform/draft.ts';
import { useSavedDraft } from '../platform/use-saved-draft.ts';
import { registrationText as text } from '../text/zh-TW/registration.ts';
import { AccountFields } from './account-fields.tsx';
import { BasicFields } from './basic-fields.tsx';
import { BackgroundFields, ContactFields } from './person-fields.tsx';
import { PrivacyStatement } from './privacy-statement.tsx';
import {
  FIELDS,
  initialValues,
  RegistrationInput,
  type RegistrationOutput,
  type RegistrationValues,
} from './registration-values.ts';
import { useRegistration } from './use-registration.ts';

const DRAFT = 'register';

export const RegisterForm = ({ onCancel }: { onCancel: () => void }) => {
  const [draft] = useState(() => readDraft(DRAFT));
  const [defaultValues] = useState(() => initialValues(draft));
  const form = useForm<RegistrationValues, unknown, RegistrationOutput>({
    defaultValues,
    resolver: zodResolver(RegistrationInput),
    shouldFocusError: false,
  });
  const { errors, isSubmitting } = form.formState;
  useSavedDraft(DRAFT, form);
  const { join, progress } = useRegistration(form);

  const cancel = () => {
    clearDraft(DRAFT);
    onCancel();
  };

  return (
    <FormProvider {...form}>
      <form className="space-y-6" method="post" noValidate onSubmit={form.handleSubmit(join)}>
        {draft && <Notice>{text.unsent}</Notice>}
        <FormProblems fields={FIELDS} form={form} />
        <FormSection title={text.sections.basics}>
          <BasicFields />
        </FormSection>
        <FormSection title={text.sections.account}>
          <AccountFields />
        </FormSection>
        <FormSection title={text.sections.contact}>
          <ContactFields />
        </FormSection>
        <FormSection title={text.sections.background}>
          <BackgroundFields />
        </FormSection>
        <PrivacyStatement />
        <FormEnd fault={errors.root?.failed} isSending={isSubmitting} onCancel={cancel} progress={progress} />
      </form>
    </FormProvider>
  );
};
