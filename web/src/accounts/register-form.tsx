import { zodResolver } from '@hookform/resolvers/zod';
import { useRef, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { clearDraft, readDraft } from '../platform/draft.ts';
import { registrationText as text } from '../text/zh-TW/registration.ts';
import { Button } from '../ui/button.tsx';
import { UploadProgress } from '../ui/photo-field.tsx';
import { AccountFields } from './account-fields.tsx';
import { BasicFields } from './basic-fields.tsx';
import { FormSection, SendingFailure } from './form-parts.tsx';
import { FormProblems } from './form-problems.tsx';
import { BackgroundFields, ContactFields } from './person-fields.tsx';
import {
  FIELDS,
  initialValues,
  RegistrationInput,
  type RegistrationOutput,
  type RegistrationValues,
} from './registration-values.ts';
import { useJoining } from './use-joining.ts';
import { useKeptDraft } from './use-kept-draft.ts';
import { useSlow } from './use-slow.ts';

const DRAFT = 'register';

/** The form of 加入學員. */
export const RegisterForm = ({ onCancel }: { onCancel: () => void }) => {
  const [defaultValues] = useState(() => initialValues(readDraft(DRAFT)));
  const form = useForm<RegistrationValues, unknown, RegistrationOutput>({
    defaultValues,
    resolver: zodResolver(RegistrationInput),
    shouldFocusError: false,
  });
  const { errors, isSubmitting } = form.formState;
  useKeptDraft(DRAFT, form);
  const { join, progress } = useJoining(form);
  const isSlow = useSlow(isSubmitting);
  const confirm = useRef<HTMLButtonElement>(null);

  const cancel = () => {
    clearDraft(DRAFT);
    onCancel();
  };

  return (
    <FormProvider {...form}>
      <form className="space-y-6" method="post" noValidate onSubmit={form.handleSubmit(join)}>
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
        <SendingFailure confirm={confirm} fault={errors.root?.failed} />
        {isSlow && progress > 0 && progress < 1 && <UploadProgress progress={progress} />}
        <div className="flex flex-wrap gap-3">
          <Button busy={isSubmitting} busyLabel={text.sending} ref={confirm} type="submit" variant="primary">
            {text.confirm}
          </Button>
          <Button onClick={cancel} variant="quiet">
            {text.cancel}
          </Button>
        </div>
      </form>
    </FormProvider>
  );
};
