import type { ReactNode } from 'react';
import { ReasonDialog } from '../forms/reason-dialog.tsx';
import { paymentsText } from '../text/zh-TW/payments.ts';

const { reason: label, sending } = paymentsText.ask;

interface PaymentReasonDialogProps {
  title: string;
  lead: ReactNode;
  submit: string;
  reason?: string;
  maxLength?: number;
  run: (reason: string) => Promise<unknown>;
  onDone: () => void;
  onClose: () => void;
}

export const PaymentReasonDialog = ({ lead, submit, ...rest }: PaymentReasonDialogProps) => (
  <ReasonDialog {...rest} button={{ label: submit, sending }} label={label}>
    {lead && <div>{lead}</div>}
  </ReasonDialog>
);
