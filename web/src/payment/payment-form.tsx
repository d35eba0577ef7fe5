import { zodResolver } from '@hookform/resolvers/zod';
import type { PaymentInfo } from '@portal/contract/payment';
import { lastFive } from '@portal/contract/primitives';
import { changesOf, isChanged } from '@portal/kit/browser/changes.ts';
import { money } from '@portal/kit/browser/format.ts';
import { common } from '@portal/kit/text/zh-TW/common.ts';
import { DateField } from '@portal/kit/ui/date-field.tsx';
import { AlertDialog } from '@portal/kit/ui/dialog.tsx';
import { TextField } from '@portal/kit/ui/field.tsx';
import { FormEnd } from '@portal/kit/ui/form-end.tsx';
import { FormProblems } from '@portal/kit/ui/form-problems.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { useState } from 'react';
import { type UseFormReturn, useController, useForm, useWatch } from 'react-hook-form';
import { clearDraft, readDraft } from '../platform/draft.ts';
import { useKeptDraft } from '../platform/use-kept-draft.ts';
import { paymentText as text } from '../text/zh-TW/payment.ts';
import {
  differsFromDue,
  FIELDS,
  initialValues,
  PaymentInput,
  type PaymentOutput,
  type PaymentValues,
  paymentDays,
} from './payment-values.ts';
import { draftName, type Place, useReporting } from './use-reporting.ts';

type Form = UseFormReturn<PaymentValues, unknown, PaymentOutput>;

interface PaymentFormProps {
  place: Place;
  payment: PaymentInfo;
  onCancel: () => void;
}

export const PaymentForm = ({ place, payment, onCancel }: PaymentFormProps) => {
  const [begun] = useState(() => initialValues(null, payment));
  const [defaultValues] = useState(() => initialValues(readDraft(draftName(place)), payment));
  const form = useForm<PaymentValues, unknown, PaymentOutput>({
    defaultValues,
    resolver: zodResolver(PaymentInput),
    shouldFocusError: false,
  });
  useKeptDraft(draftName(place), form, (values) => changesOf(values, begun));
  const { report, isSending } = useReporting(place, payment.train, form);
  const [toConfirm, setToConfirm] = useState<PaymentOutput | null>(null);
  const reportOrAsk = (values: PaymentOutput) =>
    String(form.getValues('last_five')).trim().length < values.last_five.length
      ? setToConfirm(values)
      : report(values);
  const cancel = () => {
    clearDraft(draftName(place));
    onCancel();
  };

  return (
    <form className="space-y-4" method="post" noValidate onSubmit={form.handleSubmit(reportOrAsk)}>
      <Origin isChanged={isChanged(defaultValues, begun)} payment={payment} />
      <FormProblems fields={FIELDS} form={form} />
      <Fields due={payment.amount} form={form} />
      <FormEnd fault={form.formState.errors.root?.failed} isSending={isSending} onCancel={cancel} />
      <DigitsQuestion
        onClose={() => setToConfirm(null)}
        onConfirm={async (values) => {
          setToConfirm(null);
          await report(values);
        }}
        values={toConfirm}
      />
    </form>
  );
};

const Origin = ({ isChanged, payment }: { isChanged: boolean; payment: PaymentInfo }) => {
  if (isChanged) return <Notice>{common.unsent}</Notice>;
  if (payment.paid_time === null) return null;
  return (
    <Notice>
      {text.reportedBefore}
      {payment.shortfall ? text.moreThanOnce : text.transferredBefore}
    </Notice>
  );
};

const Fields = ({ form: { control, register, formState }, due }: { form: Form; due: number }) => {
  const { field, fieldState } = useController({ control, name: 'paid_time' });
  const { errors } = formState;
  return (
    <>
      <DateField
        {...paymentDays()}
        error={fieldState.error?.message}
        label={text.paidTime}
        name="paid_time"
        onBlur={field.onBlur}
        onChange={field.onChange}
        required
        value={field.value}
      />
      <TextField
        {...register('last_five')}
        autoComplete="off"
        className="sm:max-w-72"
        digitsOnly
        error={errors.last_five?.message}
        label={text.lastFive}
        placeholder={text.lastFivePlaceholder}
        required
      />
      <DigitsCheck control={control} />
      <TextField
        {...register('paid_name')}
        autoComplete="name"
        error={errors.paid_name?.message}
        label={text.paidName}
        required
      />
      <TextField
        {...register('paid_money')}
        autoComplete="off"
        className="sm:max-w-72"
        error={errors.paid_money?.message}
        inputMode="numeric"
        label={text.paidMoney}
        required
        unit={text.dollars}
      />
      <AmountCheck control={control} due={due} />
    </>
  );
};

/** Banks drop leading zeros, so fewer than five digits are accepted. Shows the number that will be sent. */
const DigitsCheck = ({ control }: { control: Form['control'] }) => {
  const typed = useWatch({ control, name: 'last_five' });
  const digits = lastFive(typed);
  return (
    <p className="text-sm text-warn-700 empty:hidden" role="status">
      {digits !== null && digits !== typed && text.padded(digits)}
    </p>
  );
};

interface DigitsQuestionProps {
  /** Null while nothing is asked. */
  values: PaymentOutput | null;
  onConfirm: (values: PaymentOutput) => void;
  onClose: () => void;
}

/** Somebody who typed fewer digits may have left one out, with which the payment would not be found. */
const DigitsQuestion = ({ values, onConfirm, onClose }: DigitsQuestionProps) => (
  <AlertDialog
    buttonLabel={text.correctDigits}
    kind="info"
    next={
      values ? { label: text.sendPadded(values.last_five), onChoose: () => onConfirm(values) } : undefined
    }
    onClose={onClose}
    open={values !== null}
    text={values ? text.reallyPadded(values.last_five) : ''}
    title={text.fewDigits}
  />
);

/** A different amount may be right, for example of several transfers: it is pointed out, not refused. */
const AmountCheck = ({ control, due }: { control: Form['control']; due: number }) => {
  const typed = useWatch({ control, name: 'paid_money' });
  return (
    <p className="text-sm text-warn-700 empty:hidden" role="status">
      {differsFromDue(typed, due) && text.differs(money(due))}
    </p>
  );
};
