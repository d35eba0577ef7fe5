import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { type FieldErrors, FormProvider, type GlobalError, useForm } from 'react-hook-form';
import { registrationText as text } from '../text/zh-TW/registration.ts';
import { Button } from '../ui/button.tsx';
import { ErrorSummary, type FieldProblem } from '../ui/error-summary.tsx';
import { focusField } from '../ui/focus-field.ts';
import { Notice } from '../ui/notice.tsx';
import { UploadProgress } from '../ui/photo-field.tsx';
import { AccountFields } from './account-fields.tsx';
import { BasicFields } from './basic-fields.tsx';
import { BackgroundFields, ContactFields } from './person-fields.tsx';
import { clearRegistrationDraft, readRegistrationDraft, useKeptDraft } from './registration-draft.ts';
import {
  FIELDS,
  initialValues,
  RegistrationInput,
  type RegistrationOutput,
  type RegistrationValues,
} from './registration-values.ts';
import { useJoining } from './use-joining.ts';
import { useSlow } from './use-slow.ts';

/** Everything that is wrong, in the order of the page; first what belongs to no field. */
const problemsOf = (errors: FieldErrors<RegistrationValues>): FieldProblem[] => {
  const general = errors.root?.refused?.message?.split('\n') ?? [];
  return [
    ...general.map((message) => ({ message })),
    ...FIELDS.flatMap((field) => {
      const message = errors[field]?.message;
      return message === undefined ? [] : [{ field, message: `${message}` }];
    }),
  ];
};

/** The form of 加入學員. */
export const RegisterForm = ({ onCancel }: { onCancel: () => void }) => {
  const [defaultValues] = useState(() => initialValues(readRegistrationDraft()));
  const form = useForm<RegistrationValues, unknown, RegistrationOutput>({
    defaultValues,
    resolver: zodResolver(RegistrationInput),
    shouldFocusError: false,
  });
  const { errors, isSubmitting, submitCount } = form.formState;
  useKeptDraft(form);
  const { join, progress } = useJoining(form);
  const isSlow = useSlow(isSubmitting);
  const problems = problemsOf(errors);
  const first = problems.find(({ field }) => field !== undefined)?.field;
  const confirm = useRef<HTMLButtonElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each attempt; while somebody mends a field the focus is theirs
  useEffect(() => {
    if (first) focusField(first);
  }, [submitCount]);

  const cancel = () => {
    clearRegistrationDraft();
    onCancel();
  };

  return (
    <FormProvider {...form}>
      <form className="space-y-6" method="post" noValidate onSubmit={form.handleSubmit(join)}>
        <ErrorSummary attempt={submitCount} problems={problems} takeFocus={first === undefined} />
        <Section title={text.sections.basics}>
          <BasicFields />
        </Section>
        <Section title={text.sections.account}>
          <AccountFields />
        </Section>
        <Section title={text.sections.contact}>
          <ContactFields />
        </Section>
        <Section title={text.sections.background}>
          <BackgroundFields />
        </Section>
        {errors.root?.failed && <Failure confirm={confirm} fault={errors.root.failed} />}
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

const Section = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-xl border border-line bg-surface p-4 shadow-card sm:p-6">
      <h2 className="mb-4 border-line border-b pb-2" id={id}>
        {title}
      </h2>
      {children}
    </section>
  );
};

interface FailureProps {
  fault: GlobalError;
  /** Gets the focus: this notice, and the button in it, go when the form is sent again. */
  confirm: RefObject<HTMLButtonElement | null>;
}

/** The attempt came to nothing for no fault of the form; what was typed stands, and may be sent again. */
const Failure = ({ fault, confirm }: FailureProps) => (
  <Notice live tone="danger">
    <p>{fault.message}</p>
    {fault.type === 'passing' && (
      <Button className="mt-2" onClick={() => confirm.current?.focus()} type="submit">
        {text.sendAgain}
      </Button>
    )}
  </Notice>
);
