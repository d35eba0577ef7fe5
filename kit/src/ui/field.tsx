import {
  type ChangeEvent,
  type ChangeEventHandler,
  type CompositionEvent,
  type FocusEventHandler,
  type HTMLInputAutoCompleteAttribute,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { uiText } from '../text/zh-TW/ui.ts';
import { Icon } from './icon.tsx';
import { applyToInput, type TypingRule } from './typed-text.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

/* A field works in a plain form, controlled, or with `register()`. `focusField` finds it by `data-field`. */

export const labelClass = 'block font-semibold';

export const controlClass =
  'block min-h-11 w-full min-w-0 rounded-md border bg-surface px-3 py-2 text-base text-ink border-line-strong aria-invalid:border-danger-600 aria-invalid:ring-1 aria-invalid:ring-danger-600 disabled:cursor-not-allowed disabled:bg-disabled disabled:text-ink-soft';

export interface FieldProps {
  label: ReactNode;
  name?: string | undefined;
  hint?: ReactNode;
  error?: string | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  id?: string | undefined;
  className?: string | undefined;
}

export function useFieldIds(id: string | undefined, hint: unknown, error: string | undefined) {
  const generated = useId();
  const control = id ?? generated;
  const hintId = `${control}-hint`;
  const errorId = `${control}-error`;
  const describedBy = [hint && hintId, error && errorId].filter(Boolean).join(' ') || undefined;
  return { control, hintId, errorId, describedBy };
}

export function RequiredMark() {
  return (
    <>
      <span aria-hidden="true" className="ms-0.5 text-danger-600">
        *
      </span>
      <VisuallyHidden>（{uiText.required}）</VisuallyHidden>
    </>
  );
}

export function FieldHint({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div className="mt-0.5 text-ink-soft text-sm" id={id}>
      {children}
    </div>
  );
}

/** The live region stays mounted, so that new errors are announced. */
export function FieldError({ id, children }: { id?: string | undefined; children?: string | undefined }) {
  return (
    <div aria-live="polite" id={id}>
      {children && (
        <p className="mt-1 flex items-start gap-1.5 font-semibold text-danger-700 text-sm">
          <Icon className="mt-0.5 size-4.5" name="alert-circle" />
          <span className="min-w-0">{children}</span>
        </p>
      )}
    </div>
  );
}

interface FrameProps extends FieldProps {
  ids: ReturnType<typeof useFieldIds>;
  children: ReactNode;
}

export function FieldFrame({ label, name, hint, error, required, className, ids, children }: FrameProps) {
  return (
    <div className={className} data-field={name}>
      <label className={labelClass} htmlFor={ids.control}>
        {label}
        {required && <RequiredMark />}
      </label>
      {hint && <FieldHint id={ids.hintId}>{hint}</FieldHint>}
      <div className="mt-1">{children}</div>
      <FieldError id={ids.errorId}>{error}</FieldError>
    </div>
  );
}

interface InputProps {
  value?: string | undefined;
  defaultValue?: string | undefined;
  onChange?: ChangeEventHandler<HTMLInputElement> | undefined;
  onBlur?: FocusEventHandler<HTMLInputElement> | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
  autoComplete?: HTMLInputAutoCompleteAttribute | undefined;
  placeholder?: string | undefined;
  maxLength?: number | undefined;
}

interface TextFieldProps extends FieldProps, InputProps {
  type?: 'text' | 'email' | 'tel' | 'search' | 'time' | 'url' | undefined;
  inputMode?: InputHTMLAttributes<HTMLInputElement>['inputMode'] | undefined;
  /** Converts letters to upper case while typing. */
  upperCase?: boolean | undefined;
  /** Allows only digits. */
  digitsOnly?: boolean | undefined;
  unit?: string | undefined;
}

export function TextField(props: TextFieldProps) {
  const { label, name, hint, error, required = false, id, className = '', ...rest } = props;
  const { upperCase = false, digitsOnly = false, unit, onChange, inputMode, type = 'text', ...input } = rest;
  const ids = useFieldIds(id, hint, error);
  const typing = useTypingRule({ upperCase, digits: digitsOnly ? 'strict' : undefined }, onChange);
  return (
    <FieldFrame {...{ label, name, hint, error, required, className, ids }}>
      <div className="flex items-center gap-2">
        <input
          {...input}
          {...typing}
          aria-describedby={ids.describedBy}
          aria-invalid={error ? true : undefined}
          autoCapitalize={upperCase ? 'characters' : undefined}
          className={controlClass}
          id={ids.control}
          inputMode={inputMode ?? (digitsOnly ? 'numeric' : undefined)}
          name={name}
          required={required}
          spellCheck={upperCase ? false : undefined}
          type={type}
        />
        {unit && <span className="shrink-0">{unit}</span>}
      </div>
    </FieldFrame>
  );
}

/** Leaves the text alone during composition and reports a change afterwards. */
export function useTypingRule(rule: TypingRule, onChange: ChangeEventHandler<HTMLInputElement> | undefined) {
  const composing = (event: ChangeEvent<HTMLInputElement>) =>
    (event.nativeEvent as Partial<InputEvent>).isComposing === true;
  return {
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      if (!composing(event)) applyToInput(event.currentTarget, rule);
      onChange?.(event);
    },
    onCompositionEnd: (event: CompositionEvent<HTMLInputElement>) => {
      const input = event.currentTarget;
      const typed = input.value;
      applyToInput(input, rule);
      if (input.value !== typed) reportChange(input);
    },
  };
}

/** React ignores an event if the value equals the last one it set; the prototype's setter bypasses that tracking. */
function reportChange(input: HTMLInputElement): void {
  const { value, selectionStart } = input;
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  input.value = `${value} `;
  setter?.call(input, value);
  if (selectionStart !== null) input.setSelectionRange(selectionStart, selectionStart);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

interface PasswordFieldProps extends FieldProps, InputProps {
  autoComplete: 'current-password' | 'new-password' | 'off';
}

export function PasswordField(props: PasswordFieldProps) {
  const { label, name, hint, error, required = false, id, className = '', ...input } = props;
  const ids = useFieldIds(id, hint, error);
  const [shown, setShown] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const form = button.current?.form;
    const hide = () => setShown(false);
    form?.addEventListener('submit', hide);
    return () => form?.removeEventListener('submit', hide);
  }, []);
  return (
    <FieldFrame {...{ label, name, hint, error, required, className, ids }}>
      <div className="relative">
        <input
          {...input}
          aria-describedby={ids.describedBy}
          aria-invalid={error ? true : undefined}
          autoCapitalize="none"
          className={`${controlClass} pe-28`}
          id={ids.control}
          name={name}
          required={required}
          spellCheck={false}
          type={shown ? 'text' : 'password'}
        />
        <button
          aria-controls={ids.control}
          className="absolute inset-y-0 end-0 min-h-11 rounded-md px-3 text-sea-800 text-sm underline hover:no-underline"
          onClick={() => setShown(!shown)}
          ref={button}
          type="button"
        >
          {shown ? uiText.hidePassword : uiText.showPassword}
        </button>
      </div>
    </FieldFrame>
  );
}

export interface Option {
  value: string;
  label: string;
}

interface RadioGroupProps extends FieldProps {
  name: string;
  options: readonly Option[];
  value?: string | undefined;
  defaultValue?: string | undefined;
  onChange?: ChangeEventHandler<HTMLInputElement> | undefined;
  onBlur?: FocusEventHandler<HTMLInputElement> | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}

export function RadioGroup(props: RadioGroupProps) {
  const { label, name, hint, error, required = false, id, className = '', ...rest } = props;
  const { options, value, defaultValue, disabled, ...input } = rest;
  const ids = useFieldIds(id, hint, error);
  const checked = (option: string) => ({
    ...(value !== undefined && { checked: option === value }),
    ...(value === undefined && defaultValue !== undefined && { defaultChecked: option === defaultValue }),
  });
  return (
    <fieldset
      aria-describedby={ids.describedBy}
      className={`min-w-0 ${className}`}
      data-field={name}
      disabled={disabled}
    >
      <legend className={labelClass}>
        {label}
        {required && <RequiredMark />}
      </legend>
      {hint && <FieldHint id={ids.hintId}>{hint}</FieldHint>}
      <div className="flex flex-wrap gap-x-6">
        {options.map((option, index) => (
          <label className="inline-flex min-h-11 items-center gap-2" key={option.value}>
            <input
              {...input}
              {...checked(option.value)}
              aria-invalid={error ? true : undefined}
              className="size-5 accent-sea-700"
              id={index === 0 ? ids.control : undefined}
              name={name}
              required={required}
              type="radio"
              value={option.value}
            />
            {option.label}
          </label>
        ))}
      </div>
      <FieldError id={ids.errorId}>{error}</FieldError>
    </fieldset>
  );
}
