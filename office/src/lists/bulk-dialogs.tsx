import { uiText } from '@portal/kit/text/zh-TW/ui.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { Dialog } from '@portal/kit/ui/dialog.tsx';
import { Failure } from '../forms/failure.tsx';
import { UndoInDialog } from '../platform/undo-button.tsx';

interface BulkQuestionProps {
  title: string;
  question: string;
  confirmLabel: string;
  busyLabel: string;
  isSending: boolean;
  error: Error | null;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before an act on several rows that can be undone one by one. */
export const BulkQuestion = (props: BulkQuestionProps) => {
  const { title, question, confirmLabel, busyLabel, isSending, error, onConfirm, onClose } = props;
  return (
    <Dialog
      actions={
        <>
          <Button onClick={onClose} variant="quiet" waits={isSending}>
            {uiText.cancel}
          </Button>
          <Button busy={isSending} busyLabel={busyLabel} data-autofocus onClick={onConfirm} variant="primary">
            {confirmLabel}
          </Button>
        </>
      }
      busy={isSending}
      onClose={onClose}
      open
      title={title}
    >
      <p>{question}</p>
      {error && (
        <div className="mt-4">
          <Failure error={error} onClose={onClose} />
        </div>
      )}
    </Dialog>
  );
};

interface BulkOutcomeProps {
  title: string;
  summary: string;
  left: readonly { id: number; name: string; why: string | null }[];
  /** The offer to undo what was done. */
  offer?: number | null;
  onClose: () => void;
}

export const BulkOutcome = ({ title, summary, left, offer = null, onClose }: BulkOutcomeProps) => (
  <Dialog
    actions={
      <>
        <UndoInDialog offer={offer} onClose={onClose} />
        <Button data-autofocus onClick={onClose} variant="primary">
          {uiText.close}
        </Button>
      </>
    }
    closeButton={false}
    onClose={onClose}
    open
    title={title}
  >
    <p role="status">{summary}</p>
    <ul className="mt-3 divide-y divide-line">
      {left.map(({ id, name, why }) => (
        <li className="py-2" key={id}>
          <span className="font-semibold">{name}</span>
          <span className="block text-warn-700">{why}</span>
        </li>
      ))}
    </ul>
  </Dialog>
);
