import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { paths } from '../app/paths.ts';
import { CallRefused } from '../platform/api.ts';
import { clearDraft, keepDraft, readDraft } from '../platform/draft.ts';
import { failureText } from '../platform/failure-text.ts';
import { notify } from '../platform/notices.ts';
import { paymentText as text } from '../text/zh-TW/payment.ts';
import { useReportPayment } from './api/report-payment.ts';
import { FIELDS, type PaymentOutput, type PaymentValues } from './payment-values.ts';

type Form = UseFormReturn<PaymentValues, unknown, PaymentOutput>;

/** Whose payment is reported: one's own, or with `group` that of a managed group. */
export interface Place {
  readonly code: string;
  readonly group: string | undefined;
}

const draftName = ({ code, group = '' }: Place) => `payment ${code} ${group}`;

export const readPaymentDraft = (place: Place) => readDraft(draftName(place));
export const clearPaymentDraft = (place: Place) => clearDraft(draftName(place));

/** Keeps what is typed with every change, so that a reload at any moment loses nothing. */
export const useKeptDraft = (place: Place, { subscribe }: Pick<Form, 'subscribe'>): void => {
  const name = draftName(place);
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => keepDraft(name, values) }),
    [subscribe, name],
  );
};

/** The same form may well go through in a moment. */
const mayPass = (error: unknown): boolean =>
  !(error instanceof CallRefused) || error.status >= 500 || error.status === 409 || error.status === 429;

/**
 * Sends the report and goes to the records. What the server refuses stands under the fields (`errors`), above them
 * (`errors.root.refused`) or, where no field is to blame, beside the button (`errors.root.failed`, of the type
 * `passing` where sending again may help).
 */
export const useReporting = (place: Place, { setError }: Pick<Form, 'setError'>) => {
  const navigate = useNavigate();
  const { mutateAsync, isPending, isSuccess } = useReportPayment(place.code, place.group, () => {
    clearPaymentDraft(place);
    notify(text.sent, 'success');
  });
  // Who has left the page meanwhile stays where they are.
  useEffect(() => {
    if (isSuccess) navigate(paths.records.to(), { replace: true });
  }, [isSuccess, navigate]);

  const showRefusal = (error: unknown) => {
    const errors = error instanceof CallRefused && error.status === 422 ? error.errors : {};
    const general = errors.Class?.[0];
    const placed = FIELDS.filter((field) => errors[field]?.[0]);
    for (const field of placed) setError(field, { type: 'server', message: errors[field]?.[0] ?? '' });
    if (general) setError('root.refused', { type: 'server', message: general });
    if (general || placed.length > 0) return;
    setError('root.failed', { type: mayPass(error) ? 'passing' : 'lasting', message: failureText(error) });
  };

  const report = async (values: PaymentOutput) => {
    if (isPending || isSuccess) return;
    await mutateAsync(values).catch(showRefusal);
  };
  return { report, isSending: isPending || isSuccess };
};
