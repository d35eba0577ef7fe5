import { zodResolver } from '@hookform/resolvers/zod';
import type { PaymentStanding } from '@portal/contract/payment';
import { type RefObject, useEffect, useRef, useState } from 'react';
import {
  type FieldErrors,
  type GlobalError,
  type UseFormReturn,
  useController,
  useForm,
} from 'react-hook-form';
import { paymentText as text } from '../text/zh-TW/payment.ts';
import { Button } from '../ui/button.tsx';
import { DateField } from '../ui/date-field.tsx';
import { ErrorSummary, type FieldProblem } from '../ui/error-summary.tsx';
import { TextField } from '../ui/field.tsx';
import { focusField } from '../ui/focus-field.ts';
import { Notice } from '../ui/notice.tsx';
import {
  FIELDS,
  initialValues,
  PaymentInput,
  type PaymentOutput,
  type PaymentValues,
  paymentDays,
} from './payment-values.ts';
import {
  clearPaymentDraft,
  type Place,
  readPaymentDraft,
  useKeptDraft,
  useReporting,
} from './use-reporting.ts';

type Form = UseFormReturn<PaymentValues, unknown, PaymentOutput>;

/** Everything that is wrong, in the order of the page; first what belongs to no field. */
const problemsOf = (errors: FieldErrors<PaymentValues>): FieldProblem[] => {
  const general = errors.root?.refused?.message;
  return [
    ...(general === undefined ? [] : [{ message: general }]),
    ...FIELDS.flatMap((field) => {
      const message = errors[field]?.message;
      return message === undefined ? [] : [{ field, message }];
    }),
  ];
};

interface PaymentFormProps {
  place: Place;
  standing: PaymentStanding;
  onCancel: () => void;
}

/** What somebody says of their remittance; it starts with what they said last. */
export const PaymentForm = ({ place, standing, onCancel }: PaymentFormProps) => {
  const [defaultValues] = useState(() => initialValues(readPaymentDraft(place), standing));
  const form = useForm<PaymentValues, unknown, PaymentOutput>({
    defaultValues,
    resolver: zodResolver(PaymentInput),
    shouldFocusError: false,
  });
  const { errors, submitCount } = form.formState;
  useKeptDraft(place, form);
  const { report, isSending } = useReporting(place, form);
  const problems = problemsOf(errors);
  const first = problems.find(({ field }) => field !== undefined)?.field;
  const confirm = useRef<HTMLButtonElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each attempt; while somebody mends a field the focus is theirs
  useEffect(() => {
    if (first) focusField(first);
  }, [submitCount]);

  const cancel = () => {
    clearPaymentDraft(place);
    onCancel();
  };

  return (
    <form className="space-y-4" method="post" noValidate onSubmit={form.handleSubmit(report)}>
      <ErrorSummary attempt={submitCount} problems={problems} takeFocus={first === undefined} />
      <Fields form={form} />
      {errors.root?.failed && <Failure confirm={confirm} fault={errors.root.failed} />}
      <div className="flex flex-wrap gap-3 pt-2">
        <Button busy={isSending} busyLabel={text.sending} ref={confirm} type="submit" variant="primary">
          {text.confirm}
        </Button>
        <Button onClick={cancel} variant="quiet">
          {text.cancel}
        </Button>
      </div>
    </form>
  );
};

const Fields = ({ form: { control, register, formState } }: { form: Form }) => {
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
        className="sm:max-w-60"
        digitsOnly="strict"
        error={errors.last_five?.message}
        label={text.lastFive}
        placeholder={text.lastFivePlaceholder}
        required
      />
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
        className="sm:max-w-60"
        error={errors.paid_money?.message}
        inputMode="numeric"
        label={text.paidMoney}
        required
      />
    </>
  );
};

interface FailureProps {
  fault: GlobalError;
  /** Gets the focus: this notice, and the button in it, go when the form is sent again. */
  confirm: RefObject<HTMLButtonElement | null>;
}

/** The attempt came to nothing for no fault of the form; what was typed stands, and may be sent again. */
const Failure = ({ fault, confirm }: FailureProps) => (
  <Notice live tone="danger">
    <p>{fault.message}</p>
    {fault.type === 'passing' && (
      <Button className="mt-2" onClick={() => confirm.current?.focus()} type="submit">
        {text.sendAgain}
      </Button>
    )}
  </Notice>
);
