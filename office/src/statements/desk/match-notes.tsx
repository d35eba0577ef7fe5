import { useMay } from '../../platform/session.ts';
import { paymentsText } from '../../text/zh-TW/payments.ts';

const text = paymentsText.matches;

interface MatchNotesProps {
  hint: string;
  /** The rows are gone through one by one. */
  hasKeys?: boolean;
  shown: number;
  all: number;
}

/** Tells staff who may confirm payments what to do, and everybody that the list is longer than shown. */
export const MatchNotes = ({ hint, hasKeys = true, shown, all }: MatchNotesProps) => {
  const mayConfirm = useMay('payment.confirm');
  return (
    <div className="mb-3 space-y-1">
      {mayConfirm && (
        <p>
          {hint}
          {hasKeys && <span className="text-ink-soft pointer-coarse:hidden">{text.keys}</span>}
        </p>
      )}
      {shown < all && <p className="text-ink-soft">{text.more(shown, all)}</p>}
    </div>
  );
};
