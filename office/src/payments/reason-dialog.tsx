import { TextArea } from '@portal/kit/ui/text-area.tsx';
import { type ReactNode, useState } from 'react';
import { paymentsText } from '../text/zh-TW/payments.ts';
import { StepDialog } from './step-dialog.tsx';

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
  const { lead, reason: proposed = '', maxLength = 500, run, ...step } = props;
  const [reason, setReason] = useState(proposed);
  return (
    <StepDialog {...step} run={() => run(reason)}>
      {lead && <div>{lead}</div>}
      <TextArea
        data-autofocus
        label={paymentsText.ask.reason}
        maxLength={maxLength}
        onChange={(event) => setReason(event.currentTarget.value)}
        required
        rows={3}
        value={reason}
      />
    </StepDialog>
  );
};
