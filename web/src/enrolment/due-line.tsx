import type { RegistrationRecord } from '@portal/contract/enrolment';
import { money, people, shortDay } from '@portal/kit/browser/format.ts';
import { enrolmentText } from '../text/zh-TW/enrolment.ts';

const text = enrolmentText.due;

/** `NT$9,600（2 人）` for several. */
const amountOf = ({ amount, unpaid }: RegistrationRecord): string =>
  money(amount) + (unpaid > 1 ? text.for(people(unpaid)) : '');

export const DueLine = ({ record }: { record: RegistrationRecord }) => {
  const amount = amountOf(record);
  if (record.payment_due === null) return <span className="block font-semibold">{amount}</span>;
  const { overdue } = record;
  const day = shortDay(record.payment_due);
  return (
    <span className={`mt-1 block overflow-hidden font-semibold tabular ${overdue ? 'text-danger-700' : ''}`}>
      {/* At the start of a line the separator is outside, and not seen. */}
      <span className="-ms-4 flex flex-wrap">
        <span className="ps-4">{amount}</span>
        <span>
          {text.separator}
          {overdue ? text.overdue(day) : text.lastDay(day)}
        </span>
      </span>
    </span>
  );
};
