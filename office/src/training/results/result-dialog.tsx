import { RESULT_REASON_MAX, type ScoredPerson } from '@portal/contract/office/training';
import { TextArea } from '@portal/kit/ui/text-area.tsx';
import type { ReactNode } from 'react';
import { DialogButton } from '../../forms/dialog-button.tsx';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { type Save, useSave } from '../../forms/use-save.ts';
import { usePeopleChanged } from './use-people-changed.ts';

/* Shared by the dialogs about the result of one person. */

export interface ResultValues {
  /** Empty if only the result is set. */
  scores: { typed: string }[];
  result: string;
  /** Has a value if a correction differs from the computed result. */
  decided: string[];
  decidedReason: string;
  reason: string;
}

interface OpenerProps {
  name: string;
  text: { readonly open: string; readonly openFor: (name: string) => string };
  dialog: (close: () => void) => ReactNode;
}

export const ResultDialogButton = ({ name, text, dialog }: OpenerProps) => (
  <DialogButton dialog={dialog} label={text.open} name={text.openFor(name)} variant="quiet" />
);

interface ResultFormOptions {
  classId: number;
  person: Pick<ScoredPerson, 'version'>;
  defaultValues: ResultValues;
  send: (values: ResultValues, version: number) => Promise<ScoredPerson>;
  done: string;
  onClose: () => void;
}

export const useResultForm = (options: ResultFormOptions) => {
  const changed = usePeopleChanged(options.classId);
  return useSave<ResultValues, ResultValues, ScoredPerson>({
    defaultValues: options.defaultValues,
    fields: ({ scores }) => [
      ...scores.map((_, at) => `scores.${at}.typed` as const),
      'decided',
      'decidedReason',
      'reason',
    ],
    rename: { isDecided: 'decided' },
    version: options.person.version,
    send: (values, { version }) => options.send(values, version),
    done: options.done,
    onDone: (now) => {
      options.onClose();
      changed([now]);
    },
  });
};

interface ResultDialogProps {
  save: Save<ResultValues, ResultValues>;
  title: string;
  /** The text of the button that sends the form. */
  label: string;
  reason: { readonly label: string; readonly hint?: string; readonly required?: boolean };
  onClose: () => void;
  children: ReactNode;
}

export const ResultDialog = (props: ResultDialogProps) => {
  const { save, title, label, reason, onClose, children } = props;
  const { register, formState } = save.form;
  return (
    <FormDialog button={{ label }} onClose={onClose} save={save} title={title}>
      {children}
      <TextArea
        {...register('reason')}
        {...reason}
        error={formState.errors.reason?.message}
        maxLength={RESULT_REASON_MAX}
        rows={3}
      />
    </FormDialog>
  );
};
