import { RESULT_REASON_MAX, type ScoredPerson } from '@portal/contract/office/results';
import { showRefusal } from '@portal/kit/browser/form-refusal.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { Dialog } from '@portal/kit/ui/dialog.tsx';
import { FormEnd } from '@portal/kit/ui/form-end.tsx';
import { FormProblems } from '@portal/kit/ui/form-problems.tsx';
import { TextArea } from '@portal/kit/ui/text-area.tsx';
import { type ReactNode, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { usePeopleChanged } from './api.ts';

/* What the dialogs about the result of one person have in common. */

export interface ResultValues {
  /** In the order of the subjects; none where only the result is set. */
  scores: { typed: string }[];
  result: string;
  reason: string;
}

interface OpenerProps {
  name: string;
  text: { readonly open: string; readonly openFor: (name: string) => string };
  dialog: (close: () => void) => ReactNode;
}

export const ResultDialogButton = ({ name, text, dialog }: OpenerProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        aria-haspopup="dialog"
        aria-label={text.openFor(name)}
        onClick={() => setOpen(true)}
        variant="quiet"
      >
        {text.open}
      </Button>
      {isOpen && dialog(() => setOpen(false))}
    </>
  );
};

interface ResultFormWish {
  classId: number;
  defaultValues: ResultValues;
  send: (values: ResultValues) => Promise<ScoredPerson>;
  done: string;
  onClose: () => void;
}

/** Sends the form, and puts the person as they are then into the sheet. */
export const useResultForm = ({ classId, defaultValues, send, done, onClose }: ResultFormWish) => {
  const changed = usePeopleChanged(classId);
  const sending = useSending({
    mutationFn: send,
    onSuccess: (now: ScoredPerson) => {
      onClose();
      changed([now]);
      notify(done, 'success');
    },
  });
  const form = useForm<ResultValues>({ defaultValues, shouldFocusError: false });
  const save = (values: ResultValues) =>
    sending.mutateAsync(values).catch((error) => showRefusal(error, ['reason'], form.setError));
  return { form, save };
};

interface ResultDialogProps {
  form: UseFormReturn<ResultValues>;
  save: (values: ResultValues) => Promise<unknown>;
  title: string;
  reason: { readonly label: string; readonly hint?: string; readonly required?: boolean };
  onClose: () => void;
  /** The fields above the reason. */
  children: ReactNode;
}

export const ResultDialog = ({ form, save, title, reason, onClose, children }: ResultDialogProps) => {
  const { errors, isSubmitting } = form.formState;
  return (
    <Dialog busy={isSubmitting} isForm onClose={onClose} open title={title}>
      <form className="space-y-4" method="post" noValidate onSubmit={form.handleSubmit(save)}>
        <FormProblems fields={['reason']} form={form} />
        {children}
        <TextArea
          {...form.register('reason')}
          {...reason}
          error={errors.reason?.message}
          maxLength={RESULT_REASON_MAX}
          rows={3}
        />
        <FormEnd fault={errors.root?.failed} isSending={isSubmitting} onCancel={onClose} />
      </form>
    </Dialog>
  );
};
