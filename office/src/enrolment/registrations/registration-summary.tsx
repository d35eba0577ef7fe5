import { readable, today } from '@portal/contract/dates';
import { money } from '@portal/contract/money';
import type { RegistrationDetail } from '@portal/contract/office/enrolment';
import { Notice } from '@portal/kit/ui/notice.tsx';
import type { ReactNode } from 'react';
import { registrationText } from '../../text/zh-TW/registration.ts';

const text = registrationText.summary;

interface SummaryProps {
  detail: RegistrationDetail;
}

/** It shows why the registration was rejected or cancelled, the money, and until when to pay. */
export const RegistrationSummary = ({ detail }: SummaryProps) => (
  <div className="mb-4 space-y-3">
    <Reason detail={detail} />
    <Money detail={detail} />
  </div>
);

const Reason = ({ detail: { state, reason } }: SummaryProps) => {
  if (!reason || (state !== 'rejected' && state !== 'cancelled')) return null;
  return (
    <Notice title={text[state]} tone={state === 'rejected' ? 'danger' : 'warn'}>
      <p className="whitespace-pre-line">{reason}</p>
    </Notice>
  );
};

const Money = ({ detail }: SummaryProps) => {
  const { state, ledger, paymentDue, class: trainingClass } = detail;
  const { balance, held } = ledger;
  const isOverdue = state === 'unpaid' && paymentDue !== null && paymentDue < today(new Date());
  return (
    <dl
      aria-label={text.label}
      className="flex flex-wrap gap-x-8 gap-y-2 rounded-lg border border-line bg-surface px-4 py-2"
    >
      <Amount term={text.due}>{money(trainingClass.fee)}</Amount>
      <Amount term={text.received}>{money(held)}</Amount>
      {balance > 0 && <Amount term={text.owed}>{money(balance)}</Amount>}
      {balance < 0 && <Amount term={text.held}>{money(-balance)}</Amount>}
      {state === 'unpaid' && paymentDue !== null && (
        <Amount isUrgent={isOverdue} term={text.deadline}>
          {readable(paymentDue)}
          {isOverdue && text.overdue}
        </Amount>
      )}
    </dl>
  );
};

interface AmountProps {
  term: string;
  isUrgent?: boolean;
  children: ReactNode;
}

const Amount = ({ term, isUrgent = false, children }: AmountProps) => (
  <div>
    <dt className="text-ink-soft text-sm">{term}</dt>
    <dd className={`font-semibold text-lg tabular ${isUrgent ? 'text-danger-700' : ''}`}>{children}</dd>
  </div>
);
