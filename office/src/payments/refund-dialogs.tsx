import { today } from '@portal/contract/dates';
import { changeRefund, payRefund, type RefundRow } from '@portal/contract/office/refunds';
import { DateField } from '@portal/kit/ui/date-field.tsx';
import { TextField } from '@portal/kit/ui/field.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { TextArea } from '@portal/kit/ui/text-area.tsx';
import { useState } from 'react';
import { call } from '../platform/call.ts';
import { paymentsText } from '../text/zh-TW/payments.ts';
import { StepDialog } from './step-dialog.tsx';

const text = paymentsText.refund;
const ask = paymentsText.ask;

interface RefundDialogProps {
  row: RefundRow;
  onDone: () => void;
  onClose: () => void;
}

export const ChangeRefundDialog = ({ row, ...ends }: RefundDialogProps) => {
  const [amount, setAmount] = useState(row.amount);
  const [reason, setReason] = useState('');
  const run = () =>
    call(changeRefund, { params: { id: row.id }, body: { amount, before: row.amount, reason } });
  return (
    <StepDialog {...ends} run={run} submit={text.change.open} title={text.change.title}>
      <TextField
        digitsOnly
        label={text.change.amount}
        maxLength={7}
        onChange={(event) => setAmount(Number(event.currentTarget.value))}
        unit="元"
        value={`${amount}`}
      />
      <TextArea
        label={ask.reason}
        maxLength={500}
        onChange={(event) => setReason(event.currentTarget.value)}
        required
        rows={2}
        value={reason}
      />
    </StepDialog>
  );
};

export const PayRefundDialog = ({ row, ...ends }: RefundDialogProps) => {
  const [paidOn, setPaidOn] = useState(() => today(new Date()));
  const [reference, setReference] = useState('');
  const run = () =>
    call(payRefund, { params: { id: row.id }, body: { amount: row.amount, paidOn, reference } });
  return (
    <StepDialog {...ends} run={run} submit={text.pay.open} title={text.pay.title}>
      <p>{text.pay.lead(row.person, paymentsText.amount(row.amount))}</p>
      {!row.paymentConfirmed && <Notice tone="warn">{text.unconfirmed}</Notice>}
      <DateField label={text.pay.day} onChange={setPaidOn} value={paidOn} />
      <TextField
        label={text.pay.reference}
        maxLength={60}
        onChange={(event) => setReference(event.currentTarget.value)}
        required
        value={reference}
      />
    </StepDialog>
  );
};
