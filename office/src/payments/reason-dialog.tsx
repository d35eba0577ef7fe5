import { failureText } from '@portal/kit/browser/failure-text.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { Dialog } from '@portal/kit/ui/dialog.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { TextArea } from '@portal/kit/ui/text-area.tsx';
import { type FormEvent, type ReactNode, useState } from 'react';
import { paymentsText } from '../text/zh-TW/payments.ts';

const text = paymentsText.ask;

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

/** Asks for the reason of a step, and does it. */
export const ReasonDialog = (props: ReasonDialogProps) => {
  const { title, lead, submit, reason: proposed = '', maxLength = 500, run, onDone, onClose } = props;
  const [reason, setReason] = useState(proposed);
  const send = useSending({
    mutationFn: () => run(reason),
    onSuccess: () => {
      onClose();
      onDone();
    },
  });
  const save = (event: FormEvent) => {
    event.preventDefault();
    send.mutate();
  };
  return (
    <Dialog busy={send.isPending} isForm onClose={onClose} open title={title}>
      <form className="space-y-4" noValidate onSubmit={save}>
        {lead && <div>{lead}</div>}
        <TextArea
          data-autofocus
          label={text.reason}
          maxLength={maxLength}
          onChange={(event) => setReason(event.currentTarget.value)}
          required
          rows={3}
          value={reason}
        />
        {send.error && (
          <Notice live tone="danger">
            {failureText(send.error)}
          </Notice>
        )}
        <div className="flex flex-wrap gap-3">
          <Button className="-ms-3" onClick={onClose} variant="quiet" waits={send.isPending}>
            {text.cancel}
          </Button>
          <Button busy={send.isPending} busyLabel={text.sending} type="submit" variant="primary">
            {submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
