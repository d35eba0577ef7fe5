import { Notice } from '@portal/kit/ui/notice.tsx';
import { paymentsText } from '../../text/zh-TW/payments.ts';
import type { Outcome } from './chosen.ts';

const text = paymentsText.settle;

interface BalanceProps {
  outcome: Outcome;
  received: number;
  due: number;
  difference: number;
}

export const Balance = ({ outcome, received, due, difference }: BalanceProps) => {
  if (outcome === 'nothing') return null;
  if (outcome === 'mixed') return <Notice tone="danger">{text.mixed}</Notice>;
  if (outcome === 'surplus') return <Notice tone="warn">{text.surplusLead}</Notice>;
  const amount = paymentsText.amount(Math.abs(difference));
  const words = {
    even: text.even,
    over: text.over(amount),
    shared: text.shared(amount),
    short: text.short(amount),
  }[outcome];
  return (
    <Notice tone={outcome === 'even' ? 'success' : 'warn'}>
      <p role="status">
        {text.received} {paymentsText.amount(received)}，{text.due} {paymentsText.amount(due)}。
        <strong>{words}</strong>
      </p>
    </Notice>
  );
};
