import type { UnmatchedLine } from '@portal/contract/office/statements';
import { shortDay } from '@portal/kit/browser/format.ts';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { PersonName } from '../../people/person-name.tsx';
import { paymentsText } from '../../text/zh-TW/payments.ts';

const text = paymentsText.matches.paid;

type Paid = NonNullable<UnmatchedLine['paid']>;
type Person = Paid['registrations'][number];

/** The text that follows the name and the class. */
const standingOf = ({ isPaid, due, refund }: Person): string => {
  if (!isPaid) return text.due(paymentsText.amount(due));
  return refund > 0 ? text.refundDue(paymentsText.amount(refund)) : text.isPaid;
};

/** Names the people of a line who have paid already, and the amount that each owes or gets back. */
export const PaidNotice = ({ paid: { day, by, registrations } }: { paid: Paid }) => (
  <Notice title={registrations.every(({ isPaid }) => isPaid) ? text.all : text.some} tone="warn">
    <p>{text.text(shortDay(day), text.same[by])}</p>
    <ul className="mt-1">
      {registrations.map((each) => (
        <li key={each.id}>
          <PersonName id={each.personId} name={each.name} />（{each.code}）{standingOf(each)}
        </li>
      ))}
    </ul>
  </Notice>
);
