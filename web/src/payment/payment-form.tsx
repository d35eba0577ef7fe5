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
import { useRef, useState } from 'react';
import { type UseFormReturn, useController, useForm, useWatch } from 'react-hook-form';
import { clearDraft, readDraft } from '../platform/draft.ts';
import { useUser } from '../platform/session.ts';
import { useSavedDraft } from '../platform/use-saved-draft.ts';
import { paymentText as text } from '../text/zh-TW/payment.ts';
import {
  type Doubt,
  differsFromDue,
  doubtsAbout,
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
  const payer = useUser()?.chinese_name ?? '';
  const [begun] = useState(() => initialValues(null, payment, payer));
  const [defaultValues] = useState(() => initialValues(readDraft(draftName(place)), payment, payer));
  const form = useForm<PaymentValues, unknown, PaymentOutput>({
    defaultValues,
    resolver: zodResolver(PaymentInput),
    shouldFocusError: false,
  });
  useSavedDraft(draftName(place), form, (values) => changesOf(values, begun));
  const { report, isSending } = useReporting(place, payment.train, form);
  const [toConfirm, setToConfirm] = useState<PaymentOutput | null>(null);
  const doubtsOf = (values: PaymentOutput) =>
    doubtsAbout(String(form.getValues('last_five')), values, payment.amount);
  const confirmed = useRef('');
  const reportOrAsk = (values: PaymentOutput) =>
    doubtsOf(values).length > 0 && JSON.stringify(values) !== confirmed.current
      ? setToConfirm(values)
      : report(values);
  const send = form.handleSubmit(reportOrAsk);
  const cancel = () => {
    clearDraft(draftName(place));
    onCancel();
  };

  return (
    <form className="space-y-4" method="post" noValidate onSubmit={send}>
      <FormOrigin isChanged={isChanged(defaultValues, begun)} payment={payment} />
      <FormProblems fields={FIELDS} form={form} />
      <Fields due={payment.amount} form={form} />
      <FormEnd fault={form.formState.errors.root?.failed} isSending={isSending} onCancel={cancel} />
      {toConfirm && (
        <DoubtsQuestion
          doubts={doubtsOf(toConfirm)}
          due={payment.amount}
          onClose={() => setToConfirm(null)}
          onConfirm={() => {
            confirmed.current = JSON.stringify(toConfirm);
            setToConfirm(null);
            send();
          }}
          values={toConfirm}
        />
      )}
    </form>
  );
};

const FormOrigin = ({ isChanged, payment }: { isChanged: boolean; payment: PaymentInfo }) => {
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

interface DoubtsQuestionProps {
  doubts: readonly Doubt[];
  values: PaymentOutput;
  due: number;
  onConfirm: () => void;
  onClose: () => void;
}

const DoubtsQuestion = ({ doubts, values, due, onConfirm, onClose }: DoubtsQuestionProps) => {
  const { last_five, paid_money } = values;
  const amounts = [money(due), money(paid_money), money(Math.abs(due - paid_money))] as const;
  const questions = {
    digits: text.reallyPadded(last_five),
    less: text.reallyLess(...amounts),
    more: text.reallyMore(...amounts),
  };
  const [first = 'digits', second] = doubts;
  const isAboutDigits = first === 'digits' && !second;
  return (
    <AlertDialog
      buttonLabel={isAboutDigits ? text.correctDigits : text.correct}
      kind="info"
      next={{
        label: isAboutDigits ? text.sendPadded(last_five) : text.sendAnyway(money(paid_money)),
        onChoose: onConfirm,
      }}
      onClose={onClose}
      open
      text={second ? [questions[first], questions[second]] : questions[first]}
      title={second ? text.severalDoubts : text.doubts[first]}
    />
  );
};

/** A different amount may be right, for example of several transfers: it is pointed out, not refused. */
const AmountCheck = ({ control, due }: { control: Form['control']; due: number }) => {
  const typed = useWatch({ control, name: 'paid_money' });
  return (
    <p className="text-sm text-warn-700 empty:hidden" role="status">
      {differsFromDue(typed, due) && text.differs(money(due))}
    </p>
  );
};
