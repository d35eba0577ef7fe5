import { DateField } from '@portal/kit/ui/date-field.tsx';
import { TextField } from '@portal/kit/ui/field.tsx';
import { classFormText as text } from '../../text/zh-TW/class-form.ts';

interface MomentFieldProps {
  label: string;
  name: string;
  /** `2026-12-05T09:00`; one part may be missing, or ''. */
  value: string;
  onChange: (value: string) => void;
  /** The default time for a chosen day. */
  usual: string;
  required?: boolean;
  error?: string | undefined;
  hint?: string | undefined;
}

const joined = (date: string, time: string): string => (date === '' && time === '' ? '' : `${date}T${time}`);

export const MomentField = (props: MomentFieldProps) => {
  const { label, name, value, onChange, usual, required = false, error, hint } = props;
  const [date = '', time = ''] = value.split('T');
  return (
    <div className="flex flex-wrap items-start gap-3" data-field={name}>
      <DateField
        className="w-full sm:w-56"
        error={error}
        hint={hint}
        label={text.dayOf(label)}
        onChange={(day) => onChange(joined(day, day === '' ? '' : time || usual))}
        required={required}
        value={date}
      />
      <TextField
        className="w-40"
        label={text.timeOf(label)}
        onChange={({ target }) => onChange(joined(date, target.value))}
        required={required}
        type="time"
        value={time}
      />
    </div>
  );
};
