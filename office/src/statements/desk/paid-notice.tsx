import type { UnmatchedLine } from '@portal/contract/office/statements';
import { shortDay } from '@portal/kit/browser/format.ts';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { paymentsText } from '../../text/zh-TW/payments.ts';

const text = paymentsText.matches.paid;

type Paid = NonNullable<UnmatchedLine['paid']>;
type Person = Paid['registrations'][number];

const sentenceOf = ({ name, code, isPaid, due, refund }: Person): string => {
  const who = text.who(name, code);
  if (!isPaid) return text.due(who, paymentsText.amount(due));
  return refund > 0 ? text.refundDue(who, paymentsText.amount(refund)) : text.isPaid(who);
};

/** Names the people of a line who have paid already, and the amount that each owes or gets back. */
export const PaidNotice = ({ paid: { day, by, registrations } }: { paid: Paid }) => (
  <Notice title={registrations.every(({ isPaid }) => isPaid) ? text.all : text.some} tone="warn">
    <p>{text.text(shortDay(day), text.same[by])}</p>
    <ul className="mt-1">
      {registrations.map((each) => (
        <li key={each.id}>{sentenceOf(each)}</li>
      ))}
    </ul>
  </Notice>
);
