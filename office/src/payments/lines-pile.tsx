import type { Piles, StatementLine, UnmatchedLine } from '@portal/contract/office/statements';
import { shortDay } from '@portal/kit/browser/format.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { useState } from 'react';
import { paymentsText } from '../text/zh-TW/payments.ts';
import { AsideButton } from './aside-button.tsx';
import { type Chosen, chosenPaid } from './chosen.ts';
import { LineSummary } from './line-text.tsx';
import { indexPiles } from './pile-data.ts';
import { PileNotes } from './pile-notes.tsx';
import { SettleDialog } from './settle-dialog.tsx';

const text = paymentsText.piles;

interface Asked {
  readonly line: StatementLine;
  readonly proposed: readonly Chosen[];
}

export const LinesPile = ({ data }: { data: Piles }) => {
  const [asked, setAsked] = useState<Asked | null>(null);
  const { line } = indexPiles(data);
  if (data.lines.length === 0) return <EmptyState title={text.empty.lines} />;
  return (
    <>
      <PileNotes all={data.counts.lines} hint={text.linesHint} shown={data.lines.length} />
      <ul className="divide-y divide-line rounded-lg border border-line-strong bg-surface">
        {data.lines.map((each) => {
          const own = line(each.lineId);
          return (
            own && (
              <Unmatched
                key={each.lineId}
                line={own}
                mayConfirm={data.account.can.confirm}
                onAsk={(proposed) => setAsked({ line: own, proposed })}
                unmatched={each}
              />
            )
          );
        })}
      </ul>
      {asked && (
        <SettleDialog
          data={data}
          lines={[asked.line]}
          onClose={() => setAsked(null)}
          proposed={asked.proposed}
        />
      )}
    </>
  );
};

interface UnmatchedProps {
  line: StatementLine;
  unmatched: UnmatchedLine;
  mayConfirm: boolean;
  onAsk: (proposed: readonly Chosen[]) => void;
}

const Unmatched = ({ line, unmatched, mayConfirm, onAsk }: UnmatchedProps) => {
  const paid = chosenPaid(unmatched);
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 p-4">
      <div className="min-w-0 flex-1 space-y-2">
        <LineSummary line={line} />
        <PaidNotice paid={unmatched.paid} />
      </div>
      {mayConfirm && (
        <div className="flex flex-wrap gap-3">
          {paid && (
            <Button
              aria-haspopup="dialog"
              aria-label={text.paid.refundOf(`${paid.name}（${paid.code}）`)}
              onClick={() => onAsk([paid])}
            >
              {text.paid.refund}
            </Button>
          )}
          <Button aria-haspopup="dialog" onClick={() => onAsk([])}>
            {text.byHand}
          </Button>
          <AsideButton line={line} />
        </div>
      )}
    </li>
  );
};

const PaidNotice = ({ paid }: Pick<UnmatchedLine, 'paid'>) => {
  if (!paid || paid.registrations.length === 0) return null;
  const who = paid.registrations.map(({ name, code }) => `${name}（${code}）`).join('、');
  return (
    <Notice title={text.paid.lead(who)} tone="warn">
      <p>{text.paid.text(shortDay(paid.day), text.paid.same[paid.by])}</p>
    </Notice>
  );
};
