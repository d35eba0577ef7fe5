import { Dialog } from '@portal/kit/ui/dialog.tsx';
import { type ComponentProps, type ReactNode, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { LeaveQuestion } from './leave-question.tsx';
import { SaveForm } from './save-form.tsx';
import type { Save } from './use-save.ts';

interface FormDialogProps<Values extends FieldValues, Output> {
  title: string;
  save: Save<Values, Output>;
  onClose: () => void;
  button: ComponentProps<typeof SaveForm>['button'];
  width?: 'narrow' | 'wide';
  progress?: number;
  children: ReactNode;
}

/** Closing it asks before typed text is lost. */
export const FormDialog = <Values extends FieldValues, Output>(props: FormDialogProps<Values, Output>) => {
  const { title, save, onClose, button, width, progress, children } = props;
  const { isDirty, isSubmitting } = save.form.formState;
  const [isAsking, setAsking] = useState(false);
  const close = () => (isDirty && !save.isShort ? setAsking(true) : onClose());
  return (
    <Dialog busy={isSubmitting} isForm onClose={close} open title={title} width={width}>
      <SaveForm button={button} className="space-y-4" onCancel={close} progress={progress} save={save}>
        {children}
      </SaveForm>
      {isAsking && <LeaveQuestion onLeave={onClose} onStay={() => setAsking(false)} />}
    </Dialog>
  );
};
