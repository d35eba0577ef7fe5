import { type CalendarDate, parseDate } from '@internationalized/date';
import { type RefObject, useContext } from 'react';
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarMonthPicker,
  CalendarStateContext,
  Dialog,
  Popover,
} from 'react-aria-components';
import { calendarText as text } from '../text/zh-TW/input-tools.ts';
import { Icon } from './icon.tsx';

const day =
  'mx-auto flex aspect-square max-w-11 cursor-pointer items-center justify-center rounded-full tabular hover:bg-sea-50 data-outside-month:invisible data-disabled:cursor-not-allowed data-selected:bg-sea-700 data-disabled:text-line-strong data-selected:text-surface';

interface DateCalendarProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  box: RefObject<HTMLElement | null>;
  value: CalendarDate | null;
  onChange: (date: CalendarDate) => void;
  min?: string | undefined;
  max?: string | undefined;
}

export function DateCalendar({
  isOpen,
  onOpenChange,
  box,
  value,
  onChange,
  min = '1900-01-01',
  max = '2999-12-31',
}: DateCalendarProps) {
  const choose = (date: CalendarDate) => {
    onChange(date);
    onOpenChange(false);
  };
  return (
    <Popover
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      placement="bottom start"
      triggerRef={box}
      className="max-w-[calc(100%-12px)] overflow-y-auto rounded-lg border border-line-strong bg-surface p-3 shadow-lift"
      containerPadding={6}
    >
      <Dialog aria-label={text.calendar} className="outline-none">
        <Calendar
          autoFocus
          maxValue={parseDate(max)}
          minValue={parseDate(min)}
          onChange={choose}
          value={value}
        >
          <div className="mb-2 flex items-center justify-between gap-1">
            <MonthStep icon="chevron-left" label={text.previousMonth} slot="previous" />
            <YearAndMonth />
            <MonthStep icon="chevron-right" label={text.nextMonth} slot="next" />
          </div>
          <CalendarGrid className="mx-auto w-full max-w-77" weekdayStyle="narrow">
            <CalendarGridHeader>
              {(name) => (
                <CalendarHeaderCell className="h-8 font-normal text-center text-ink-soft text-sm">
                  {name}
                </CalendarHeaderCell>
              )}
            </CalendarGridHeader>
            <CalendarGridBody>
              {(date) => (
                <CalendarCell
                  className={({ isToday }) => (isToday ? `${day} border border-sea-700` : day)}
                  date={date}
                />
              )}
            </CalendarGridBody>
          </CalendarGrid>
        </Calendar>
      </Dialog>
    </Popover>
  );
}

function MonthStep({
  icon,
  label,
  slot,
}: {
  icon: 'chevron-left' | 'chevron-right';
  label: string;
  slot: string;
}) {
  return (
    <Button
      aria-label={label}
      className="inline-flex size-11 shrink-0 items-center justify-center rounded-md text-sea-800 hover:bg-sea-50 print:hidden data-disabled:text-line-strong"
      slot={slot}
    >
      <Icon name={icon} />
    </Button>
  );
}

const YEARS_EITHER_WAY = 100;

/** Unlike the library's list, keeps the month. */
function Year() {
  const calendar = useContext(CalendarStateContext);
  if (!calendar) return null;
  const { focusedDate, minValue, maxValue } = calendar;
  const first = Math.max(focusedDate.year - YEARS_EITHER_WAY, minValue?.year ?? 0);
  const last = Math.min(focusedDate.year + YEARS_EITHER_WAY, maxValue?.year ?? Number.POSITIVE_INFINITY);
  const years = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return (
    <JumpSelect
      items={years.map((year) => ({ id: year, label: text.yearOption(year) }))}
      label={text.year}
      onChange={(year) => calendar.setFocusedDate(focusedDate.set({ year }))}
      value={focusedDate.year}
    />
  );
}

/** Lists for year and month: a birthday is hundreds of month steps away. */
function YearAndMonth() {
  return (
    <div className="flex flex-wrap justify-center gap-1">
      <Year />
      <CalendarMonthPicker format="numeric">
        {({ items, value, onChange }) => (
          <JumpSelect
            items={items.map(({ id, date }) => ({ id, label: text.monthOption(date.month) }))}
            label={text.month}
            onChange={onChange}
            value={value}
          />
        )}
      </CalendarMonthPicker>
    </div>
  );
}

interface JumpSelectProps {
  label: string;
  items: readonly { id: number; label: string }[];
  value: string | number;
  onChange: (id: number) => void;
}

function JumpSelect({ label, items, value, onChange }: JumpSelectProps) {
  return (
    <select
      aria-label={label}
      className="min-h-11 rounded-md border border-line-strong bg-surface px-1 text-sm"
      onChange={(event) => onChange(Number(event.currentTarget.value))}
      value={value}
    >
      {items.map((item) => (
        <option key={item.id} value={item.id}>
          {item.label}
        </option>
      ))}
    </select>
  );
}
