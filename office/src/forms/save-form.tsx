import { uiText } from '@portal/kit/text/zh-TW/ui.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { FormEnd } from '@portal/kit/ui/form-end.tsx';
import { FormProblems } from '@portal/kit/ui/form-problems.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import type { ReactNode } from 'react';
import { type FieldValues, FormProvider } from 'react-hook-form';
import { ConflictNotice } from './conflict-notice.tsx';
import { submitByKey } from './submit-key.ts';
import type { Save } from './use-save.ts';

interface SubmitButton {
  readonly label: string;
  /** Without it the form ends like others, with its own label. */
  readonly sending?: string;
  /** Of the button that closes the form. Default: 取消. */
  readonly back?: string;
  readonly variant?: 'primary' | 'secondary';
  readonly className?: string;
}

interface SaveFormProps<Values extends FieldValues, Output> {
  save: Save<Values, Output>;
  /** If it is given, the form has the button 取消. */
  onCancel?: () => void;
  button: SubmitButton;
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
      <form className={className} method="post" noValidate onKeyDownCapture={submitByKey} onSubmit={submit}>
        {versions.conflict && <ConflictNotice conflict={versions.conflict} onReload={versions.reload} />}
        {!isShort && <FormProblems fields={fields()} form={form} />}
        {children}
        {!isReadOnly && <SaveBar {...props} />}
      </form>
    </FormProvider>
  );
};

const SaveBar = <Values extends FieldValues, Output>(props: SaveFormProps<Values, Output>) => {
  const { save, onCancel, button, progress } = props;
  const { errors, isSubmitting } = save.form.formState;
  // Faults without a field are in the list of problems, which a short form lacks.
  const fault = errors.root?.failed ?? (save.isShort ? errors.root?.refused : undefined);
  if (onCancel && button.sending === undefined) {
    const labels = { submit: button.label, back: button.back };
    return (
      <FormEnd {...labels} fault={fault} isSending={isSubmitting} onCancel={onCancel} progress={progress} />
    );
  }
  return (
    <>
      {fault && (
        <Notice live tone="danger">
          {fault.message}
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        {onCancel && (
          <Button className="-ms-3" onClick={onCancel} variant="quiet" waits={isSubmitting}>
            {uiText.form.cancel}
          </Button>
        )}
        <Submit button={button} isSending={isSubmitting} />
      </div>
    </>
  );
};

const Submit = ({ button, isSending }: { button: SubmitButton; isSending: boolean }) => (
  <Button
    busy={isSending}
    busyLabel={button.sending ?? uiText.form.sending}
    className={button.className ?? ''}
    type="submit"
    variant={button.variant ?? 'primary'}
  >
    {button.label}
  </Button>
);
