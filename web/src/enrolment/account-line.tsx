import type { RecordAccount } from '@portal/contract/enrolment';
import { money, shortDay } from '@portal/kit/browser/format.ts';
import { enrolmentText } from '../text/zh-TW/enrolment.ts';
import { Parts } from './shortfall.tsx';

const text = enrolmentText.account;

/** 帳目: what came, what is missing and what goes back. */
export const AccountLine = ({ account }: { account: RecordAccount }) => {
  const { received, paid_on, missing, refund_due, refunded } = account;
  const parts = [
    text.received(money(received), shortDay(paid_on)),
    ...(missing > 0 ? [text.missing(money(missing))] : []),
    ...(refund_due > 0 ? [text.refundDue(money(refund_due))] : []),
    ...(refunded > 0 ? [text.refunded(money(refunded))] : []),
  ];
  return <Parts className="mt-1 text-sm tabular" parts={[text.title, ...parts.map(ended)]} />;
};

const ended = (part: string, at: number, all: readonly string[]): string =>
  at === all.length - 1 ? part : `${part}，`;
