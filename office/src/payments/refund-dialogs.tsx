import { changeRefund, payRefund, type RefundRow } from '@portal/contract/office/refunds';
import { failureText } from '@portal/kit/browser/failure-text.ts';
import { dateOf } from '@portal/kit/browser/format.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { DateField } from '@portal/kit/ui/date-field.tsx';
import { Dialog } from '@portal/kit/ui/dialog.tsx';
import { TextField } from '@portal/kit/ui/field.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { TextArea } from '@portal/kit/ui/text-area.tsx';
import { type FormEvent, type ReactNode, useState } from 'react';
import { call } from '../platform/call.ts';
import { useStepUp } from '../staff/step-up.tsx';
import { paymentsText } from '../text/zh-TW/payments.ts';

const text = paymentsText.refund;
const ask = paymentsText.ask;

interface StepDialogProps {
  title: string;
  submit: string;
  run: () => Promise<unknown>;
  onDone: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A step with its fields, after the second factor where it is asked for. */
const StepDialog = ({ title, submit, run, onDone, onClose, children }: StepDialogProps) => {
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
            {ask.cancel}
          </Button>
          <Button busy={send.isPending} busyLabel={ask.sending} type="submit" variant="primary">
            {submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
};

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

const today = (): string => dateOf(new Date(Date.now() + 8 * 3_600_000).toISOString());

export const PayRefundDialog = ({ row, ...ends }: RefundDialogProps) => {
  const [paidOn, setPaidOn] = useState(today);
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
