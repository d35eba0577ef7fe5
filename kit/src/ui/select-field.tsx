import type { ChangeEventHandler, FocusEventHandler, HTMLInputAutoCompleteAttribute, Ref } from 'react';
import { uiText } from '../text/zh-TW/ui.ts';
import { controlClass, FieldFrame, type FieldProps, type Option, useFieldIds } from './field.tsx';
import { Icon } from './icon.tsx';

interface SelectFieldProps extends FieldProps {
  options: readonly Option[];
  /** The empty option's label; 請選擇 by default, null for no empty option. */
  placeholder?: string | null | undefined;
  value?: string | undefined;
  defaultValue?: string | undefined;
  onChange?: ChangeEventHandler<HTMLSelectElement> | undefined;
  onBlur?: FocusEventHandler<HTMLSelectElement> | undefined;
  ref?: Ref<HTMLSelectElement> | undefined;
  autoComplete?: HTMLInputAutoCompleteAttribute | undefined;
}

export function SelectField(props: SelectFieldProps) {
  const { label, name, hint, error, required = false, id, className = '', ...rest } = props;
  const { options, placeholder = uiText.chooseOption, ...select } = rest;
  const ids = useFieldIds(id, hint, error);
  return (
    <FieldFrame {...{ label, name, hint, error, required, className, ids }}>
      <div className="relative">
        <select
          {...select}
          aria-describedby={ids.describedBy}
          aria-invalid={error ? true : undefined}
          className={`${controlClass} appearance-none truncate pe-10`}
          id={ids.control}
          name={name}
          required={required}
        >
          {placeholder !== null && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon
          className="pointer-events-none absolute end-3 top-1/2 size-5 -translate-y-1/2 text-ink-soft"
          name="chevron-down"
        />
      </div>
    </FieldFrame>
  );
}
