import { zodResolver } from '@hookform/resolvers/zod';
import { text } from '@portal/contract/fields';
import { TextArea } from '@portal/kit/ui/text-area.tsx';
import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import { FormDialog } from '../forms/form-dialog.tsx';
import { useSave } from '../forms/use-save.ts';
import { useStepUp } from '../staff/step-up.tsx';
import { paymentsText } from '../text/zh-TW/payments.ts';

const { reason: label, sending } = paymentsText.ask;

interface ReasonDialogProps {
  title: string;
  lead: ReactNode;
  submit: string;
  reason?: string;
  maxLength?: number;
  run: (reason: string) => Promise<unknown>;
  onDone: () => void;
  onClose: () => void;
}

export const ReasonDialog = (props: ReasonDialogProps) => {
  const { title, lead, submit, reason = '', maxLength = 500, run, onDone, onClose } = props;
  const withStepUp = useStepUp();
  const save = useSave<{ reason: string }, { reason: string }, unknown>({
    defaultValues: { reason },
    resolver: zodResolver(z.object({ reason: text({ label, max: maxLength, lines: true }) })),
    fields: ['reason'],
    send: (values) => withStepUp(() => run(values.reason)),
    onDone: () => {
      onClose();
      onDone();
    },
  });
  const { register, formState } = save.form;
  return (
    <FormDialog button={{ label: submit, sending }} onClose={onClose} save={save} title={title}>
      {lead && <div>{lead}</div>}
      <TextArea
        {...register('reason')}
        data-autofocus
        error={formState.errors.reason?.message}
        label={label}
        maxLength={maxLength}
        required
        rows={3}
      />
    </FormDialog>
  );
};
