import { uiText } from '@portal/kit/text/zh-TW/ui.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { FormEnd } from '@portal/kit/ui/form-end.tsx';
import { FormProblems } from '@portal/kit/ui/form-problems.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { ReloadButton } from '@portal/kit/ui/reload-button.tsx';
import type { ReactNode } from 'react';
import { type FieldValues, FormProvider, type GlobalError } from 'react-hook-form';
import { NewerVersion } from './newer-version.tsx';
import { submitByKey } from './submit-key.ts';
import type { Save } from './use-save.ts';

interface SubmitButton {
  readonly label: string;
  readonly sending: string;
  readonly variant?: 'primary' | 'secondary';
  readonly className?: string;
}

interface SaveFormProps<Values extends FieldValues, Output> {
  save: Save<Values, Output>;
  /** With 取消. */
  onCancel?: () => void;
  /** Default: 確認. */
  button?: SubmitButton;
  className?: string;
  /** The uploaded part of the form's file, from 0 to 1. */
  progress?: number | undefined;
  children: ReactNode;
  /** Staff without the right to edit send nothing. */
  isReadOnly?: boolean;
}

export const SaveForm = <Values extends FieldValues, Output>(props: SaveFormProps<Values, Output>) => {
  const { save, className = 'space-y-6', children, isReadOnly = false } = props;
  const { form, versions, isShort, fields, submit } = save;
  return (
    <FormProvider {...form}>
      <form className={className} method="post" noValidate onKeyDown={submitByKey} onSubmit={submit}>
        {versions.newer && <NewerVersion newer={versions.newer} onReload={versions.reload} />}
        {!isShort && <FormProblems fields={fields()} form={form} />}
        {children}
        {!isReadOnly && <End {...props} />}
      </form>
    </FormProvider>
  );
};

const End = <Values extends FieldValues, Output>(props: SaveFormProps<Values, Output>) => {
  const { save, onCancel, button, progress } = props;
  const { errors, isSubmitting } = save.form.formState;
  const reload = () => {
    save.form.clearErrors('root');
    void save.versions.reload();
  };
  // Faults without a field are in the list of problems, which a short form lacks.
  const fault = errors.root?.failed ?? (save.isShort ? errors.root?.refused : undefined);
  const isConflict = fault?.type === 'conflict';
  if (onCancel && !button) {
    return (
      <>
        {isConflict && <Fault fault={fault} onReload={reload} />}
        <FormEnd
          fault={isConflict ? undefined : fault}
          isSending={isSubmitting}
          onCancel={onCancel}
          progress={progress}
        />
      </>
    );
  }
  return (
    <>
      {fault && <Fault fault={fault} onReload={reload} />}
      <div className="flex flex-wrap gap-3">
        {onCancel && (
          <Button className="-ms-3" onClick={onCancel} variant="quiet" waits={isSubmitting}>
            {uiText.form.cancel}
          </Button>
        )}
        {button && <Submit button={button} isSending={isSubmitting} />}
      </div>
    </>
  );
};

const Submit = ({ button, isSending }: { button: SubmitButton; isSending: boolean }) => (
  <Button
    busy={isSending}
    busyLabel={button.sending}
    className={button.className ?? ''}
    type="submit"
    variant={button.variant ?? 'primary'}
  >
    {button.label}
  </Button>
);

/** A retry helps only after loading the present values. */
const Fault = ({ fault, onReload }: { fault: GlobalError; onReload: () => void }) => (
  <Notice live tone="danger">
    <p>{fault.message}</p>
    {fault.type === 'conflict' && (
      <div className="mt-2">
        <ReloadButton onReload={onReload} />
      </div>
    )}
  </Notice>
);
