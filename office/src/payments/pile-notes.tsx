import { paymentsText } from '../text/zh-TW/payments.ts';

const text = paymentsText.piles;

/** Notes that a pile is longer than shown. */
export const PileNotes = ({ hint, shown, all }: { hint: string; shown: number; all: number }) => (
  <div className="mb-4 space-y-1">
    <p>{hint}</p>
    {shown < all && <p className="text-ink-soft">{text.more(shown, all)}</p>}
  </div>
);
