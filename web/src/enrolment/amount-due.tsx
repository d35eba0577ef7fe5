import type { BankAccount, Dues } from '@portal/contract/enrolment';
import { money, people } from '@portal/kit/browser/format.ts';
import { CopyButton } from '@portal/kit/ui/copy-button.tsx';
import { DecisiveTime } from '@portal/kit/ui/minguo-day.tsx';
import type { ReactNode } from 'react';
import { enrolmentText } from '../text/zh-TW/enrolment.ts';

const text = enrolmentText.due;

interface AmountDueProps {
  title?: string;
  due: Pick<Dues, 'fee' | 'amount' | 'payment_due' | 'overdue'>;
  count: number;
  account: BankAccount | null;
  children?: ReactNode;
}

export const AmountDue = ({ title = text.title, due, count, account, children }: AmountDueProps) => (
  <section aria-labelledby="due" className="border-l-4 border-l-warn-600 ps-4">
    <h2 className="text-base text-ink-soft" id="due">
      {title}
    </h2>
    <p className="font-bold text-2xl tabular leading-snug">
      {money(due.amount)}
      {count > 1 && (
        <span className="ms-2 inline-block font-normal text-base text-ink-soft">
          {text.sum(people(count), money(due.fee))}
        </span>
      )}
      <DeductedAmount amount={due.fee * count - due.amount} />
    </p>
    {due.payment_due !== null && (
      <p className={due.overdue ? 'font-semibold text-danger-700' : ''}>
        {due.overdue ? text.wasDue : text.by}
        <strong>
          <DecisiveTime time={due.payment_due} />
        </strong>
      </p>
    )}
    {account && <Account account={account} />}
    {children}
  </section>
);

/** Partial payments. */
const DeductedAmount = ({ amount }: { amount: number }) =>
  amount > 0 && (
    <span className="ms-2 inline-block font-normal text-base text-ink-soft">
      {text.deducted(money(amount))}
    </span>
  );

const Account = ({ account: { bank, holder, number } }: { account: BankAccount }) => (
  <dl className="mt-3 grid grid-cols-[auto_1fr] items-baseline gap-x-3 gap-y-1 border-line border-t pt-3 sm:grid-cols-[6em_1fr]">
    <dt className="text-ink-soft">{text.number}</dt>
    <dd className="flex flex-wrap items-center gap-x-3 max-sm:gap-x-2">
      <span className="font-bold text-lg tabular">{number}</span>
      <CopyButton label={text.copyNumber} text={number} />
    </dd>
    <dt className="text-ink-soft">{text.bank}</dt>
    <dd>{bank}</dd>
    <dt className="text-ink-soft">{text.holder}</dt>
    <dd>{holder}</dd>
  </dl>
);
