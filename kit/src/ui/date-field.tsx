import { type CalendarDate, parseDate } from '@internationalized/date';
import { isDate } from '@portal/contract/dates';
import {
  type ReactNode,
  type Ref,
  type RefObject,
  useContext,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import {
  DateField as AriaDateField,
  type DateFieldState,
  DateFieldStateContext,
  DateInput,
  DateSegment,
  I18nProvider,
  Label,
} from 'react-aria-components';
import { inputText } from '../text/zh-TW/input.ts';
import { keepAriaWithinPolicy } from './aria-within-policy.ts';
import type { DateCalendar } from './date-calendar.tsx';
import { dateFromText } from './date-text.ts';
import { FieldError, FieldHint, labelClass, RequiredMark, useFieldIds } from './field.tsx';
import { Icon } from './icon.tsx';
import { MinguoDay } from './minguo-day.tsx';
import './date-field.css';

/* Import only from lazily loaded pages. */

const text = inputText.date;

keepAriaWithinPolicy();

interface DateFieldProps {
  label: ReactNode;
  name?: string | undefined;
  /** `2026-12-05`, or '' until the date is complete. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  /** `focus()` focuses the year; for react-hook-form's Controller. */
  ref?: Ref<{ focus: () => void }>;
  hint?: ReactNode;
  error?: string | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  /** The first and last day in the calendar. The form validates typed dates. */
  min?: string | undefined;
  max?: string | undefined;
  className?: string | undefined;
}

export function DateField({
  label,
  name,
  value,
  onChange,
  onBlur,
  ref,
  hint,
  error,
  required = false,
  disabled = false,
  className = '',
  ...range
}: DateFieldProps) {
  const ids = useFieldIds(undefined, hint, error);
  const spokenId = `${ids.control}-spoken`;
  const { picked, setPicked, onShown } = useShownDate(value, onChange);
  const known = isDate(value);
  const box = useRef<HTMLDivElement>(null);
  const calendar = useCalendar();
  return (
    <I18nProvider locale="zh-TW">
      <AriaDateField
        aria-describedby={[ids.describedBy, known && spokenId].filter(Boolean).join(' ')}
        className={className}
        data-field={name}
        granularity="day"
        isDisabled={disabled}
        isInvalid={Boolean(error)}
        isRequired={required}
        onChange={setPicked}
        {...(onBlur && { onBlur })}
        shouldForceLeadingZeros
        validationBehavior="aria"
        value={picked}
      >
        <Label className={labelClass}>
          {label}
          {required && <RequiredMark />}
        </Label>
        {hint && <FieldHint id={ids.hintId}>{hint}</FieldHint>}
        <DateBox {...{ ref, box, calendar, disabled, onChange, onShown }} isInvalid={Boolean(error)} />
        {known && <SpokenDay id={spokenId} value={value} />}
        {calendar.isMissing && <p role="status">{text.noCalendar}</p>}
        <FieldError id={ids.errorId}>{error}</FieldError>
        {name && <input name={name} type="hidden" value={value} />}
      </AriaDateField>
      {calendar.Shown && (
        <calendar.Shown
          box={box}
          isOpen={calendar.isOpen}
          onChange={setPicked}
          onOpenChange={calendar.setOpen}
          value={picked}
          {...range}
        />
      )}
    </I18nProvider>
  );
}

const SpokenDay = ({ id, value }: { id: string; value: string }) => (
  <p className="mt-1" id={id}>
    <MinguoDay time={value} />
  </p>
);

interface DateBoxProps {
  ref: DateFieldProps['ref'];
  onChange: DateFieldProps['onChange'];
  box: RefObject<HTMLDivElement | null>;
  calendar: ReturnType<typeof useCalendar>;
  disabled: boolean;
  isInvalid: boolean;
  onShown: (date: string) => void;
}

/** The three parts, and the button of the calendar. */
function DateBox({ ref, box, calendar, disabled, isInvalid, onChange, onShown }: DateBoxProps) {
  const parts = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => ({
    focus: () => parts.current?.querySelector<HTMLElement>('[data-type=year]')?.focus(),
  }));
  useSeparators(parts);
  useFirstEmptyPart(parts);
  useBoxEvents(box, { isActive: !disabled, onPaste: onChange, onCalendar: calendar.open });
  return (
    <div
      className={`mt-1 flex min-h-11 w-full max-w-60 items-center rounded-md border ps-3 ${disabled ? 'bg-disabled text-ink-soft' : 'bg-surface'} ${isInvalid ? 'border-danger-600 ring-1 ring-danger-600' : 'border-line-strong'}`}
      ref={box}
    >
      <DateInput className="flex min-w-0 flex-1 items-center py-2 tabular" ref={parts}>
        {(segment) => <Segment onShown={onShown} segment={segment} />}
      </DateInput>
      <button
        aria-expanded={calendar.isOpen}
        aria-haspopup="dialog"
        aria-label={text.openCalendar}
        className="inline-flex size-11 items-center justify-center rounded-md text-sea-800 hover:bg-sea-50 disabled:text-ink-soft disabled:hover:bg-transparent print:hidden"
        disabled={disabled}
        onClick={calendar.open}
        onFocus={calendar.preload}
        onPointerEnter={calendar.preload}
        type="button"
      >
        <Icon name="calendar" />
      </button>
    </div>
  );
}

interface BoxEvents {
  isActive: boolean;
  onPaste: (date: string) => void;
  onCalendar: () => void;
}

function useBoxEvents(box: RefObject<HTMLElement | null>, { isActive, onPaste, onCalendar }: BoxEvents) {
  const pasted = useEffectEvent(onPaste);
  const asked = useEffectEvent(onCalendar);
  useEffect(() => {
    const field = box.current;
    if (!field || !isActive) return;
    const paste = (event: ClipboardEvent) => {
      const date = dateFromText(event.clipboardData?.getData('text') ?? '');
      if (date === null) return;
      event.preventDefault();
      pasted(date);
    };
    const press = (event: KeyboardEvent) => {
      if (!event.altKey || event.key !== 'ArrowDown') return;
      event.preventDefault();
      event.stopPropagation();
      asked();
    };
    const listening = new AbortController();
    field.addEventListener('paste', paste, { signal: listening.signal });
    field.addEventListener('keydown', press, { capture: true, signal: listening.signal });
    return () => listening.abort();
  }, [box, isActive]);
}

/** Fetches its code when the button is approached: most people type. */
function useCalendar() {
  const [isOpen, setOpen] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const [Shown, setShown] = useState<typeof DateCalendar>();
  const load = async () => {
    const { DateCalendar } = await import('./date-calendar.tsx');
    setShown(() => DateCalendar);
  };
  const open = () =>
    load().then(
      () => setOpen(true),
      () => setMissing(true),
    );
  return { isOpen, setOpen, isMissing, Shown, open, preload: () => load().catch(() => undefined) };
}

/** Unlike React Aria's value, '' while a segment is empty, so that no hidden date is submitted. */
function useShownDate(value: string, onChange: (value: string) => void) {
  const [picked, setPicked] = useState(() => parse(value));
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    setPicked(parse(value));
  }
  const onShown = (shown: string) => {
    if (shown === known) return;
    setKnown(shown);
    onChange(shown);
  };
  return { picked, setPicked, onShown };
}

const isSeparator = (typed: string | null): boolean => /^[-/. 年月日]$/.test(typed?.normalize('NFKC') ?? '');

/** A separator after input moves to the next segment: `2026-1-15`, `2026年1月15日`. */
function useSeparators(parts: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const field = parts.current;
    if (!field) return;
    // The focus moves by itself after four digits; a separator typed then must not skip the month.
    let isBegun = false;
    const onFocus = () => {
      isBegun = false;
    };
    // React Aria treats the space as a press on the field.
    const onKey = (event: KeyboardEvent) => {
      if (event.key === ' ') event.stopPropagation();
    };
    const onInput = (event: InputEvent) => {
      // Composition input cannot be cancelled, and React Aria ignores it.
      if (event.isComposing) return;
      if (!isSeparator(event.data)) {
        isBegun = true;
        return;
      }
      event.preventDefault();
      event.stopPropagation();
      if (isBegun) focusAfter(field, event.target);
    };
    const onComposed = ({ data, target }: CompositionEvent) => {
      if (isBegun && isSeparator(data)) focusAfter(field, target);
    };
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    field.addEventListener('focusin', onFocus, options);
    field.addEventListener('keydown', onKey, options);
    field.addEventListener('beforeinput', onInput, options);
    field.addEventListener('compositionend', onComposed, options);
    return () => listening.abort();
  }, [parts]);
}

/** A press beside the digits leads to the first empty part, so that a whole date can be typed from there. */
function useFirstEmptyPart(parts: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const field = parts.current;
    if (!field) return;
    const onClick = ({ target }: MouseEvent) => {
      const isOnDigits =
        target instanceof Element && target.closest('[role=spinbutton]:not([data-placeholder])');
      if (!isOnDigits) field.querySelector<HTMLElement>('[role=spinbutton][data-placeholder]')?.focus();
    };
    field.addEventListener('click', onClick);
    return () => field.removeEventListener('click', onClick);
  }, [parts]);
}

function focusAfter(field: HTMLElement, part: EventTarget | null): void {
  const parts = [...field.querySelectorAll<HTMLElement>('[tabindex]')];
  if (part instanceof HTMLElement) parts[parts.indexOf(part) + 1]?.focus();
}

const parse = (value: string): CalendarDate | null => {
  try {
    return value === '' ? null : parseDate(value);
  } catch {
    return null;
  }
};

type DateSegmentData = DateFieldState['segments'][number];

const shownBy = (segments: readonly DateSegmentData[]): string => {
  const part = (type: DateSegmentData['type'], digits: number) => {
    const segment = segments.find((candidate) => candidate.type === type);
    return segment && !segment.isPlaceholder ? String(segment.value ?? '').padStart(digits, '0') : null;
  };
  const parts = [part('year', 4), part('month', 2), part('day', 2)];
  return parts.includes(null) ? '' : parts.join('-');
};

interface SegmentProps {
  segment: DateSegmentData;
  onShown: (date: string) => void;
}

function Segment({ segment, onShown }: SegmentProps) {
  const state = useContext(DateFieldStateContext);
  useKeepTypedDate(state);
  const shown = shownBy(state?.segments ?? []);
  const speaks = segment.type === 'year';
  const reportShown = useEffectEvent(onShown);
  useEffect(() => {
    if (speaks) reportShown(shown);
  }, [speaks, shown]);
  return (
    <DateSegment
      className="rounded-sm px-0.5 outline-none data-[type=literal]:px-0 data-focused:bg-sea-700 data-placeholder:text-ink-soft data-focused:text-surface data-focused:data-placeholder:text-surface"
      segment={segment}
    >
      {({ text: digits }) => (segment.type === 'literal' ? '-' : digits)}
    </DateSegment>
  );
}

/** React Aria would change 30 February to the 28th on blur. No property turns this off. */
function useKeepTypedDate(state: DateFieldState | null) {
  useLayoutEffect(() => {
    if (state) state.confirmPlaceholder = () => {};
  }, [state]);
}
