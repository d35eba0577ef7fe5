import type { Matches, StatementLine, UnmatchedLine } from '@portal/contract/office/statements';
import { Button } from '@portal/kit/ui/button.tsx';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { useState } from 'react';
import { paymentsText } from '../../text/zh-TW/payments.ts';
import type { Chosen } from '../settle/chosen.ts';
import { SettleDialog } from '../settle/settle-dialog.tsx';
import { AsideButton } from './aside-button.tsx';
import { DeskRow, lineRow } from './desk-row.tsx';
import { LineSummary } from './line-text.tsx';
import { indexMatches } from './match-data.ts';
import { MatchNotes } from './match-notes.tsx';
import { PaidButton } from './paid-button.tsx';
import { PaidNotice } from './paid-notice.tsx';

const text = paymentsText.matches;

interface LineToHandle {
  readonly line: StatementLine;
  readonly proposed: readonly Chosen[];
}

export const UnmatchedLines = ({ data }: { data: Matches }) => {
  const [asked, setAsked] = useState<LineToHandle | null>(null);
  const { line } = indexMatches(data);
  if (data.lines.length === 0) return <EmptyState title={text.empty.lines} />;
  return (
    <>
      <MatchNotes all={data.counts.lines} hint={text.linesHint} shown={data.lines.length} />
      <ul className="divide-y divide-line rounded-lg border border-line-strong bg-surface">
        {data.lines.map((each) => {
          const own = line(each.lineId);
          return (
            own && (
              <UnmatchedRow
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

interface UnmatchedRowProps {
  line: StatementLine;
  unmatched: UnmatchedLine;
  mayConfirm: boolean;
  onAsk: (proposed: readonly Chosen[]) => void;
}

const UnmatchedRow = ({ line, unmatched: { paid }, mayConfirm, onAsk }: UnmatchedRowProps) => (
  <DeskRow className="flex flex-wrap items-center justify-between gap-3 p-4" id={lineRow(line.id)}>
    <div className="min-w-0 flex-1 space-y-2">
      <LineSummary line={line} />
      {paid && <PaidNotice paid={paid} />}
    </div>
    {mayConfirm && (
      <div className="flex flex-wrap gap-3">
        {paid && <PaidButton onAsk={onAsk} paid={paid} />}
        <Button aria-haspopup="dialog" onClick={() => onAsk([])}>
          {text.byHand}
        </Button>
        <AsideButton line={line} />
      </div>
    )}
  </DeskRow>
);
