import { paymentsText } from '../../text/zh-TW/payments.ts';

const text = paymentsText.matches;

/** Notes that a list is longer than shown. */
export const MatchNotes = ({ hint, shown, all }: { hint: string; shown: number; all: number }) => (
  <div className="mb-4 space-y-1">
    <p>{hint}</p>
    {shown < all && <p className="text-ink-soft">{text.more(shown, all)}</p>}
  </div>
);
