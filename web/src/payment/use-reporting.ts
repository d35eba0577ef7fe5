import { showRefusal } from '@portal/kit/browser/form-refusal.ts';
import { money } from '@portal/kit/browser/format.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { shortfallText } from '../enrolment/shortfall.tsx';
import { showRecord } from '../enrolment/shown-record.ts';
import { clearDraft } from '../platform/draft.ts';
import { paths } from '../platform/paths.ts';
import { paymentText as text } from '../text/zh-TW/payment.ts';
import { useReportPayment } from './api/report-payment.ts';
import { FIELDS, type PaymentOutput, type PaymentValues } from './payment-values.ts';

type Form = UseFormReturn<PaymentValues, unknown, PaymentOutput>;

export interface Place {
  readonly code: string;
  readonly group: string | undefined;
}

/** Separate drafts. */
export const draftName = ({ code, group = '' }: Place) => `payment ${code} ${group}`;

export const useReporting = (place: Place, train: string, { setError }: Pick<Form, 'setError'>) => {
  const { code, group } = place;
  const navigate = useNavigate();
  const { mutateAsync, isPending, isSuccess } = useReportPayment(
    code,
    group,
    ({ shortfall }, { paid_money }) => {
      clearDraft(draftName(place));
      if (shortfall) notify(text.sentShort(shortfallText(shortfall)));
      else notify(text.sent(train, code, money(paid_money)), 'success');
    },
  );
  // The answer is ignored if the page was left meanwhile.
  useEffect(() => {
    if (!isSuccess) return;
    navigate(paths.records.to(), { replace: true, state: showRecord({ code, group_code: group ?? null }) });
  }, [isSuccess, navigate, code, group]);

  const report = async (values: PaymentOutput) => {
    if (isSuccess) return;
    await mutateAsync(values).catch((error) => showRefusal(error, FIELDS, setError));
  };
  return { report, isSending: isPending || isSuccess };
};
