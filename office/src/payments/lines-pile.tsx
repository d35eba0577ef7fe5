import type { Piles, StatementLine } from '@portal/contract/office/statements';
import { shortDay } from '@portal/kit/browser/format.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { useState } from 'react';
import { paymentsText } from '../text/zh-TW/payments.ts';
import { AsideButton } from './aside-button.tsx';
import { LineSummary } from './line-text.tsx';
import { indexPiles } from './pile-data.ts';
import { PileNotes } from './pile-notes.tsx';
import { SettleDialog } from './settle-dialog.tsx';

const text = paymentsText.piles;

/** Lines that no report fits: found by hand, taken as a double, or no payment at all. */
export const LinesPile = ({ data }: { data: Piles }) => {
  const [asked, setAsked] = useState<StatementLine | null>(null);
  const { line } = indexPiles(data);
  if (data.lines.length === 0) return <EmptyState title={text.empty.lines} />;
  return (
    <>
      <PileNotes all={data.counts.lines} hint={text.linesHint} shown={data.lines.length} />
      <ul className="divide-y divide-line rounded-lg border border-line-strong bg-surface">
        {data.lines.map(({ lineId, like }) => {
          const own = line(lineId);
          if (!own) return null;
          return (
            <li className="flex flex-wrap items-center justify-between gap-3 p-4" key={lineId}>
              <div className="min-w-0 flex-1 space-y-2">
                <LineSummary line={own} />
                {like && <Notice tone="warn">{text.like(shortDay(like.day), like.names)}</Notice>}
              </div>
              {data.account.can.confirm && (
                <div className="flex flex-wrap gap-3">
                  <Button aria-haspopup="dialog" onClick={() => setAsked(own)}>
                    {text.byHand}
                  </Button>
                  <AsideButton line={own} />
                </div>
              )}
            </li>
          );
        })}
      </ul>
      {asked && <SettleDialog data={data} lines={[asked]} onClose={() => setAsked(null)} />}
    </>
  );
};
