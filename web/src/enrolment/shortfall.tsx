import type { Shortfall } from '@portal/contract/enrolment';
import { money, shortDay } from '@portal/kit/browser/format.ts';
import { enrolmentText } from '../text/zh-TW/enrolment.ts';

const text = enrolmentText.due;

const amountParts = ({ reported, due, missing }: Shortfall): string[] =>
  text.shortfall(money(reported), money(due), money(missing));

export const shortfallText = (shortfall: Shortfall): string => amountParts(shortfall).join('');

const deadlineParts = ({ payment_due, overdue }: Shortfall): string[] => {
  if (payment_due === null) return [];
  const day = shortDay(payment_due);
  return overdue ? text.stillOverdue(day) : text.stillDue(day);
};

/** Breaks lines between the parts only. */
export const Parts = ({ parts, className = '' }: { parts: readonly string[]; className?: string }) => (
  <span className={`block empty:hidden ${className}`}>
    {parts.map((part) => (
      <span className="inline-block" key={part}>
        {part}
      </span>
    ))}
  </span>
);

export const ShortfallLine = ({ shortfall }: { shortfall: Shortfall }) => (
  <span className={`mt-1 block tabular ${shortfall.overdue ? 'text-danger-700' : 'text-warn-700'}`}>
    <Parts className="font-semibold" parts={amountParts(shortfall)} />
    <Parts className="text-sm" parts={deadlineParts(shortfall)} />
  </span>
);
