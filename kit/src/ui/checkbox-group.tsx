import type { ReactNode } from 'react';
import { FieldError, FieldHint, labelClass, type Option, useFieldIds } from './field.tsx';

interface CheckboxGroupProps {
  label: ReactNode;
  name: string;
  options: readonly Option[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  hint?: ReactNode;
  error?: string | undefined;
}

/** Chosen values stay in the order of the options. */
export function CheckboxGroup(props: CheckboxGroupProps) {
  const { label, name, options, value, onChange, hint, error } = props;
  const ids = useFieldIds(undefined, hint, error);
  const choose = (chosen: string, isTicked: boolean) =>
    onChange(
      options
        .map((option) => option.value)
        .filter((other) => (other === chosen ? isTicked : value.includes(other))),
    );
  return (
    <fieldset aria-describedby={ids.describedBy} className="min-w-0" data-field={name}>
      <legend className={labelClass}>{label}</legend>
      {hint && <FieldHint id={ids.hintId}>{hint}</FieldHint>}
      {options.map((option) => (
        <label className="flex min-h-11 items-start gap-2 py-2" key={option.value}>
          <input
            aria-invalid={error ? true : undefined}
            checked={value.includes(option.value)}
            className="mt-1 size-5 shrink-0 accent-sea-700"
            name={name}
            onChange={(event) => choose(option.value, event.currentTarget.checked)}
            type="checkbox"
            value={option.value}
          />
          <span className="min-w-0">{option.label}</span>
        </label>
      ))}
      <FieldError id={ids.errorId}>{error}</FieldError>
    </fieldset>
  );
}
