import { today } from '@portal/contract/dates';
import type { RegistrationRecord } from '@portal/contract/enrolment';
import { money } from '@portal/contract/money';
import { shortDay } from '@portal/kit/browser/format.ts';
import { enrolmentText } from '../text/zh-TW/enrolment.ts';
import { isOverdue } from './stage.ts';

const text = enrolmentText.due;

export const DueLine = ({ record }: { record: RegistrationRecord }) => {
  const amount = money(record.amount);
  if (record.payment_due === null) return <span className="block font-semibold">{amount}</span>;
  const overdue = isOverdue(record, today(new Date()));
  const day = shortDay(record.payment_due);
  return (
    <span className={`mt-1 block font-semibold tabular-nums ${overdue ? 'text-danger-700' : ''}`}>
      <span className="inline-block">{text.amountBefore(amount)}</span>
      <span className="inline-block">{overdue ? text.overdue(day) : text.before(day)}</span>
    </span>
  );
};
