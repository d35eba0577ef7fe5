import { zodResolver } from '@hookform/resolvers/zod';
import { today } from '@portal/contract/dates';
import { RefundChangeForm, RefundPaymentForm, type RefundRow } from '@portal/contract/office/payment';
import { DateField } from '@portal/kit/ui/date-field.tsx';
import { TextField } from '@portal/kit/ui/field.tsx';
import { TextArea } from '@portal/kit/ui/text-area.tsx';
import {
  Controller,
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type Resolver,
} from 'react-hook-form';
import { FormDialog } from '../forms/form-dialog.tsx';
import { useSave } from '../forms/use-save.ts';
import { paymentsText } from '../text/zh-TW/payments.ts';
import { changeRefund } from './api/change-refund.ts';
import { payRefund } from './api/pay-refund.ts';

const text = paymentsText.refund;
const ask = paymentsText.ask;

interface RefundDialogProps {
  row: RefundRow;
  onDone: () => void;
  onClose: () => void;
}

interface StepOptions<Values extends FieldValues> extends Omit<RefundDialogProps, 'row'> {
  defaultValues: DefaultValues<Values>;
  resolver: Resolver<Values, unknown, Values>;
  fields: readonly FieldPath<Values>[];
  run: (values: Values) => Promise<unknown>;
}

/** The second factor may be required first. */
const useStep = <Values extends FieldValues>({ run, onDone, onClose, ...form }: StepOptions<Values>) => {
  return useSave<Values, Values, unknown>({
    ...form,
    send: run,
    onDone: () => {
      onClose();
      onDone();
    },
  });
};

export const ChangeRefundDialog = ({ row, ...ends }: RefundDialogProps) => {
  const { id, amount: before } = row;
  const save = useStep<RefundChangeForm>({
    ...ends,
    defaultValues: { amount: before, reason: '' },
    resolver: zodResolver(RefundChangeForm),
    fields: ['amount', 'reason'],
    run: (values) => changeRefund(id, { ...values, before }),
  });
  const { register, formState } = save.form;
  const { errors } = formState;
  const button = { label: text.change.open, sending: ask.sending };
  return (
    <FormDialog button={button} onClose={ends.onClose} save={save} title={text.change.title}>
      <TextField
        {...register('amount', { valueAsNumber: true })}
        digitsOnly
        error={errors.amount?.message}
        label={text.change.amount}
        maxLength={7}
        unit="元"
      />
      <TextArea
        {...register('reason')}
        error={errors.reason?.message}
        label={ask.reason}
        maxLength={500}
        required
        rows={2}
      />
    </FormDialog>
  );
};

export const PayRefundDialog = ({ row, ...ends }: RefundDialogProps) => {
  const { id, amount, person } = row;
  const save = useStep<RefundPaymentForm>({
    ...ends,
    defaultValues: { paidOn: today(new Date()), reference: '' },
    resolver: zodResolver(RefundPaymentForm),
    fields: ['paidOn', 'reference'],
    run: (values) => payRefund(id, { ...values, amount }),
  });
  const { control, register, formState } = save.form;
  const button = { label: text.pay.open, sending: ask.sending };
  return (
    <FormDialog button={button} onClose={ends.onClose} save={save} title={text.pay.title}>
      <p>{text.pay.lead(person, paymentsText.amount(amount))}</p>
      <Controller
        control={control}
        name="paidOn"
        render={({ field: { value, onChange }, fieldState: { error } }) => (
          <DateField
            error={error?.message}
            label={text.pay.day}
            name="paidOn"
            onChange={onChange}
            value={value}
          />
        )}
      />
      <TextField
        {...register('reference')}
        error={formState.errors.reference?.message}
        label={text.pay.reference}
        maxLength={60}
        required
      />
    </FormDialog>
  );
};
