import type { ReactNode } from 'react';
import { ReasonDialog as AnyReasonDialog } from '../forms/reason-dialog.tsx';
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

/** Money acts may need a recent second factor. */
export const ReasonDialog = ({ lead, submit, run, ...rest }: ReasonDialogProps) => {
  const withStepUp = useStepUp();
  return (
    <AnyReasonDialog
      {...rest}
      button={{ label: submit, sending }}
      label={label}
      run={(reason) => withStepUp(() => run(reason))}
    >
      {lead && <div>{lead}</div>}
    </AnyReasonDialog>
  );
};
