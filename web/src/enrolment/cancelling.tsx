import type { RegistrationRecord } from '@portal/contract/enrolment';
import { firstError } from '@portal/kit/browser/call.ts';
import { failureText } from '@portal/kit/browser/failure-text.ts';
import { dateOf } from '@portal/kit/browser/format.ts';
import { AlertDialog, ConfirmDialog } from '@portal/kit/ui/dialog.tsx';
import { useState } from 'react';
import { enrolmentText } from '../text/zh-TW/enrolment.ts';
import { useCancelRegistration } from './api/cancel-registration.ts';

const text = enrolmentText.records;

type Outcome = { readonly kind: 'success' } | { readonly kind: 'error'; readonly text: string };

/** `onDone` is called when the last dialog has returned the focus. */
export const useCancelling = (onDone: () => void) => {
  const cancel = useCancelRegistration();
  const [toCancel, setToCancel] = useState<RegistrationRecord | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const confirm = async () => {
    if (!toCancel) return;
    const result = await cancel.mutateAsync(toCancel.code).then(
      (): Outcome => ({ kind: 'success' }),
      (error: Error): Outcome => ({ kind: 'error', text: firstError(error, 'Class') ?? failureText(error) }),
    );
    setToCancel(null);
    setOutcome(result);
  };
  return {
    toCancel,
    outcome,
    busy: cancel.isPending,
    ask: setToCancel,
    closeQuestion: () => setToCancel(null),
    confirm,
    closeOutcome: () => {
      setOutcome(null);
      setTimeout(onDone);
    },
  };
};

export const CancelDialogs = ({ cancelling }: { cancelling: ReturnType<typeof useCancelling> }) => {
  const { toCancel, outcome } = cancelling;
  return (
    <>
      <ConfirmDialog
        busy={cancelling.busy}
        cancelLabel={text.no}
        confirmLabel={text.cancelRegistration}
        onClose={cancelling.closeQuestion}
        onConfirm={cancelling.confirm}
        open={toCancel !== null}
        text={
          <>
            <p>{text.really}</p>
            {toCancel && (
              <p className="mt-2 text-ink-soft">
                {toCancel.train}（{toCancel.code}，
                <span className="whitespace-nowrap">{dateOf(toCancel.start_time)}）</span>
              </p>
            )}
          </>
        }
        title={text.asking}
      />
      <AlertDialog
        kind={outcome?.kind === 'error' ? 'error' : 'success'}
        onClose={cancelling.closeOutcome}
        open={outcome !== null}
        text={outcome?.kind === 'error' ? outcome.text : text.cancelled}
        title={outcome?.kind === 'error' ? text.failed : text.done}
      />
    </>
  );
};
