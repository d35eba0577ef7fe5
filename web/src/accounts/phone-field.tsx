import { joinPhone, splitPhone } from '@portal/contract/phones';
import {
  controlClass,
  FieldError,
  FieldHint,
  labelClass,
  RequiredMark,
  useFieldIds,
  useTypingRule,
} from '@portal/kit/ui/field.tsx';
import { type ClipboardEvent, useState } from 'react';
import { type FieldPathByValue, useController } from 'react-hook-form';
import { registrationText as text } from '../text/zh-TW/registration.ts';
import type { PersonValues } from './person-form.ts';
import { digitsOf, type PhoneKind, wholePhone } from './phone-text.ts';

interface PhoneFieldProps {
  name: FieldPathByValue<PersonValues, string | null | undefined>;
  label: string;
  kind: PhoneKind;
  required?: boolean;
  /** The place in the autofill token. */
  place: 'mobile' | 'home' | 'work';
  className?: string;
}

/** A whole number typed into the first box stays visible until it is split. */
const PREFIX_MAX = 4;

const usePhone = (name: PhoneFieldProps['name'], kind: PhoneKind) => {
  const { field, fieldState } = useController<PersonValues, typeof name>({ name });
  const { prefix, number } = splitPhone(field.value ?? '');
  const put = (boxes: { prefix: string; number: string }) =>
    field.onChange(joinPhone(boxes.prefix, boxes.number));

  const paste = (event: ClipboardEvent) => {
    const whole = wholePhone(event.clipboardData.getData('text'), kind);
    if (!whole) return;
    event.preventDefault();
    put(whole);
  };
  const leave = () => {
    const whole = wholePhone(prefix || number, kind);
    if (whole && !(prefix && number)) put(whole);
    field.onBlur();
  };
  return { prefix, number, error: fieldState.error?.message, put, paste, leave };
};

/** The form holds `prefix-number`. A complete number pasted into one box fills both. */
export const PhoneField = ({
  name,
  label,
  kind,
  required = false,
  place,
  className = '',
}: PhoneFieldProps) => {
  const { prefix, number, error, put, paste, leave } = usePhone(name, kind);
  const ids = useFieldIds(undefined, text.phoneHint, error);
  const shared = {
    'aria-describedby': ids.describedBy,
    'aria-invalid': error ? true : undefined,
    name,
    onBlur: leave,
    required,
  } as const;

  return (
    <fieldset className={`min-w-0 ${className}`} data-field={name} onPaste={paste}>
      <legend className={labelClass}>
        {label}
        {required && <RequiredMark />}
      </legend>
      <FieldHint id={ids.hintId}>{text.phoneHint}</FieldHint>
      <div className="mt-1 flex gap-2">
        <PhoneBox
          {...shared}
          autoComplete="off"
          className={prefix.length > PREFIX_MAX ? 'w-40' : 'w-24'}
          label={kind === 'mobile' ? text.mobilePrefix : text.landlinePrefix}
          onChange={(digits) => put({ prefix: digits, number })}
          value={prefix}
        />
        <span aria-hidden="true" className="self-end py-2">
          -
        </span>
        <PhoneBox
          {...shared}
          autoComplete={`${place} tel-national`}
          className="min-w-0 max-w-48 flex-1"
          label={text.phoneNumber}
          onChange={(digits) => put({ prefix, number: digits })}
          value={number}
        />
      </div>
      <FieldError id={ids.errorId}>{error}</FieldError>
    </fieldset>
  );
};

interface PhoneBoxProps {
  label: string;
  value: string;
  onChange: (digits: string) => void;
  onBlur: () => void;
  autoComplete: string;
  name: string;
  required: boolean;
  className: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** The period may be typed (specification §5) and is removed. */
const PhoneBox = ({ label, value, onChange, onBlur, className, required, ...input }: PhoneBoxProps) => {
  const { control } = useFieldIds(undefined, undefined, undefined);
  const [typed, setTyped] = useState(value);
  const typing = useTypingRule({ digits: 'with-period' }, (event) => {
    setTyped(event.currentTarget.value);
    onChange(digitsOf(event.currentTarget.value));
  });
  const leave = () => {
    setTyped(value);
    onBlur();
  };
  return (
    <div className={className}>
      <label className="mb-1 block text-ink-soft text-sm" htmlFor={control}>
        {label}
      </label>
      <input
        {...input}
        {...typing}
        className={controlClass}
        id={control}
        inputMode="numeric"
        onBlur={leave}
        required={required}
        type="tel"
        value={digitsOf(typed) === value ? typed : value}
      />
    </div>
  );
};
