import { DateField } from '@portal/kit/ui/date-field.tsx';
import { RadioGroup, TextField } from '@portal/kit/ui/field.tsx';
import { paymentsText } from '../../text/zh-TW/payments.ts';

const text = paymentsText.settle;

export interface ReceivedValues {
  readonly method: 'cash' | 'counter' | 'other';
  readonly amount: number;
  readonly receivedOn: string;
}

const methods = Object.entries(text.methods).map(([value, label]) => ({ value, label }));

interface ReceivedFieldsProps {
  values: ReceivedValues;
  onChange: (values: ReceivedValues) => void;
}

export const ReceivedFields = ({ values, onChange }: ReceivedFieldsProps) => (
  <div className="space-y-4">
    <RadioGroup
      label={text.method}
      name="method"
      onChange={(event) =>
        onChange({ ...values, method: event.currentTarget.value as ReceivedValues['method'] })
      }
      options={methods}
      value={values.method}
    />
    <TextField
      digitsOnly
      label={text.amount}
      maxLength={7}
      name="amount"
      onChange={(event) => onChange({ ...values, amount: Number(event.currentTarget.value) })}
      unit="元"
      value={values.amount === 0 ? '' : `${values.amount}`}
    />
    <DateField
      label={text.day}
      name="receivedOn"
      onChange={(receivedOn) => onChange({ ...values, receivedOn })}
      value={values.receivedOn}
    />
  </div>
);
