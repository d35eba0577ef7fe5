import { Offline } from '@portal/kit/browser/transport.ts';
import { common } from '@portal/kit/text/zh-TW/common.ts';
import { OptionsFault } from '@portal/kit/ui/options-fault.tsx';
import { SelectField } from '@portal/kit/ui/select-field.tsx';
import type { UseQueryResult } from '@tanstack/react-query';
import type { HTMLInputAutoCompleteAttribute } from 'react';
import { useController } from 'react-hook-form';
import { registrationText as text } from '../text/zh-TW/registration.ts';

interface LookupSelectProps<Item extends { name: string }> {
  name: string;
  label: string;
  hint?: string | undefined;
  lookup: UseQueryResult<Item[]>;
  required?: boolean;
  placeholder?: string | undefined;
  /** Undefined for the empty choice. */
  onChosen?: (item: Item | undefined) => void;
  autoComplete?: HTMLInputAutoCompleteAttribute;
  className?: string;
}

/** The chosen value stays while the list loads, or if it fails. */
export const LookupSelect = <Item extends { name: string }>({
  name,
  label,
  hint,
  lookup,
  required = false,
  placeholder,
  onChosen,
  autoComplete = 'off',
  className = '',
}: LookupSelectProps<Item>) => {
  const { field, fieldState } = useController({ name });
  const chosen: string = field.value ?? '';
  const names = lookup.data?.map((item) => item.name) ?? [];
  const options = chosen === '' || names.includes(chosen) ? names : [chosen, ...names];
  return (
    <div className={className}>
      <SelectField
        autoComplete={autoComplete}
        error={fieldState.error?.message}
        hint={hint}
        label={label}
        name={name}
        onBlur={field.onBlur}
        onChange={(event) => {
          const picked = event.currentTarget.value;
          field.onChange(picked);
          onChosen?.(lookup.data?.find((item) => item.name === picked));
        }}
        options={options.map((option) => ({ value: option, label: option }))}
        placeholder={lookup.isLoading ? text.loading : (placeholder ?? text.choose)}
        ref={field.ref}
        required={required}
        value={chosen}
      />
      <OptionsFault
        className="mt-1"
        loads={[lookup]}
        text={lookup.error instanceof Offline ? common.offline : common.loadFailed}
      />
    </div>
  );
};
