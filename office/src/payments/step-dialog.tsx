import { failureText } from '@portal/kit/browser/failure-text.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { Dialog } from '@portal/kit/ui/dialog.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import type { FormEvent, ReactNode } from 'react';
import { useStepUp } from '../staff/step-up.tsx';
import { paymentsText } from '../text/zh-TW/payments.ts';

const text = paymentsText.ask;

interface StepDialogProps {
  title: string;
  submit: string;
  run: () => Promise<unknown>;
  onDone: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A step with its fields, after the second factor where it is asked for. */
export const StepDialog = ({ title, submit, run, onDone, onClose, children }: StepDialogProps) => {
  const withStepUp = useStepUp();
  const send = useSending({
    mutationFn: () => withStepUp(run),
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
        {children}
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
