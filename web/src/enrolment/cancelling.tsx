import type { RegistrationRecord } from '@portal/contract/enrolment';
import { failureKind, firstError } from '@portal/kit/browser/call.ts';
import { failureText } from '@portal/kit/browser/failure-text.ts';
import { dateOf } from '@portal/kit/browser/format.ts';
import { common } from '@portal/kit/text/zh-TW/common.ts';
import { AlertDialog, ConfirmDialog } from '@portal/kit/ui/dialog.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { enrolmentText } from '../text/zh-TW/enrolment.ts';
import { useCancelRegistration } from './api/cancel-registration.ts';
import { registrationsKey } from './api/keys.ts';

const text = enrolmentText.records;

/** A rejected registration holds no seat: cancelling it removes the record. */
const wordsOf = ({ situation }: RegistrationRecord) =>
  situation === 'rejected'
    ? {
        // The specification has titles for a cancelled registration only.
        titles: { question: text.removeRecord, success: text.removed, error: text.notRemoved },
        really: text.reallyRemove,
        act: text.removeRecord,
        done: null,
        next: null,
        lost: text.lostRemoval,
        note: text.removing,
      }
    : {
        titles: { question: text.asking, success: text.done, error: text.failed },
        really: text.really,
        act: text.cancelRegistration,
        done: text.cancelled,
        next: text.afterCancelling,
        lost: text.lost,
        note: text.cancelling,
      };

const nameOf = ({ train, code }: RegistrationRecord): string => text.rowOf(train, code);

const successOf = (record: RegistrationRecord): string => {
  const { done, next } = wordsOf(record);
  return [done, nameOf(record), next].filter((line) => line !== null).join('\n');
};

/** `lost`: no answer came, so that nobody knows. */
interface Outcome {
  readonly kind: 'success' | 'error' | 'lost';
  readonly title: string;
  readonly text: string;
}

const failureOf = (error: Error, record: RegistrationRecord): Outcome =>
  failureKind(error) === 'offline'
    ? { kind: 'lost', title: common.notice, text: wordsOf(record).lost }
    : {
        kind: 'error',
        title: wordsOf(record).titles.error,
        text: firstError(error, 'Class') ?? failureText(error),
      };

/** `onDone` is called when the last dialog has returned the focus. */
export const useCancelling = (onDone: () => void) => {
  const cancel = useCancelRegistration();
  const queryClient = useQueryClient();
  const [toCancel, setToCancel] = useState<RegistrationRecord | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const confirm = async () => {
    if (!toCancel) return;
    const result = await cancel.mutateAsync(toCancel.code).then(
      (): Outcome => ({
        kind: 'success',
        title: wordsOf(toCancel).titles.success,
        text: successOf(toCancel),
      }),
      (error: Error) => failureOf(error, toCancel),
    );
    setToCancel(null);
    setOutcome(result);
  };
  const closeOutcome = () => {
    setOutcome(null);
    setTimeout(onDone);
  };
  return {
    toCancel,
    outcome,
    busy: cancel.isPending,
    ask: setToCancel,
    closeQuestion: () => setToCancel(null),
    confirm,
    closeOutcome,
    reload: () => {
      closeOutcome();
      queryClient.invalidateQueries({ queryKey: registrationsKey });
    },
  };
};

const marks = { success: 'success', error: 'error', lost: 'info' } as const;

export const CancelDialogs = ({ cancelling }: { cancelling: ReturnType<typeof useCancelling> }) => {
  const { toCancel, outcome } = cancelling;
  const kind = outcome?.kind ?? 'success';
  return (
    <>
      {toCancel && <CancelDialog cancelling={cancelling} record={toCancel} />}
      <AlertDialog
        buttonLabel={kind === 'lost' ? common.close : undefined}
        kind={marks[kind]}
        next={kind === 'lost' ? { label: common.reload, onChoose: cancelling.reload } : undefined}
        onClose={cancelling.closeOutcome}
        open={outcome !== null}
        text={outcome?.text ?? ''}
        title={outcome?.title ?? ''}
      />
    </>
  );
};

interface CancelDialogProps {
  cancelling: ReturnType<typeof useCancelling>;
  record: RegistrationRecord;
}

const CancelDialog = ({ cancelling, record }: CancelDialogProps) => {
  const { really, act, note, titles } = wordsOf(record);
  return (
    <ConfirmDialog
      busy={cancelling.busy}
      cancelLabel={text.no}
      confirmLabel={act}
      onClose={cancelling.closeQuestion}
      onConfirm={cancelling.confirm}
      open
      text={
        <>
          <p>{really}</p>
          <p className="mt-2 text-ink-soft">
            {record.train}
            <span className="whitespace-nowrap">（{record.code}，</span>
            <span className="whitespace-nowrap">{dateOf(record.start_time)}）</span>
          </p>
          <p className="mt-2 text-ink-soft">{note}</p>
        </>
      }
      title={titles.question}
    />
  );
};
