import { type ChangeEventHandler, type FocusEventHandler, type Ref, useState } from 'react';
import { uiText } from '../text/zh-TW/ui.ts';
import { controlClass, FieldFrame, type FieldProps, useFieldIds } from './field.tsx';

interface TextAreaProps extends FieldProps {
  value?: string | undefined;
  defaultValue?: string | undefined;
  onChange?: ChangeEventHandler<HTMLTextAreaElement> | undefined;
  onBlur?: FocusEventHandler<HTMLTextAreaElement> | undefined;
  ref?: Ref<HTMLTextAreaElement> | undefined;
  rows?: number | undefined;
  placeholder?: string | undefined;
  /** Code points. Longer text is counted, not cut. */
  maxLength?: number | undefined;
}

export function TextArea(props: TextAreaProps) {
  const { label, name, hint, error, required = false, id, className = '', ...rest } = props;
  const { maxLength, onChange, rows = 4, ...area } = rest;
  const ids = useFieldIds(id, hint, error);
  const [typed, setTyped] = useState(props.defaultValue ?? '');
  const length = [...(props.value ?? typed)].length;
  return (
    <FieldFrame {...{ label, name, hint, error, required, className, ids }}>
      <textarea
        {...area}
        aria-describedby={ids.describedBy}
        aria-invalid={error ? true : undefined}
        className={controlClass}
        id={ids.control}
        name={name}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          onChange?.(event);
        }}
        required={required}
        rows={rows}
      />
      {maxLength !== undefined && <Counter length={length} max={maxLength} />}
    </FieldFrame>
  );
}

/** Announced only near the limit: announcing each keystroke would disturb typing. */
function Counter({ length, max }: { length: number; max: number }) {
  const text = uiText.characterCount(length, max);
  return (
    <>
      <p
        aria-hidden="true"
        className={`mt-1 text-end text-sm tabular ${length > max ? 'font-semibold text-danger-700' : 'text-ink-soft'}`}
      >
        {uiText.characterCounter(length, max)}
      </p>
      <div className="sr-only" role="status">
        {length > max * 0.9 && text}
      </div>
    </>
  );
}
