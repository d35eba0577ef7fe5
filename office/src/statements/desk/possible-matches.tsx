import type { Matches, OpenReport, StatementLine } from '@portal/contract/office/statements';
import { Button } from '@portal/kit/ui/button.tsx';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { useState } from 'react';
import { paymentsText } from '../../text/zh-TW/payments.ts';
import { type Chosen, chosenReports } from '../settle/chosen.ts';
import { SettleDialog } from '../settle/settle-dialog.tsx';
import { AsideButton } from './aside-button.tsx';
import { DeskRow, lineRow } from './desk-row.tsx';
import { LineSummary, ReportSummary, reportName } from './line-text.tsx';
import { indexMatches } from './match-data.ts';
import { MatchFacts } from './match-facts.tsx';
import { MatchNotes } from './match-notes.tsx';
import { PaidButton } from './paid-button.tsx';
import { PaidNotice } from './paid-notice.tsx';

const text = paymentsText.matches;

type LineWithMatches = Matches['possible'][number];
type Candidate = LineWithMatches['candidates'][number];

interface PairToConfirm {
  readonly lines: readonly StatementLine[];
  readonly proposed: readonly Chosen[];
}

/** One by one, the most likely report first. */
export const PossibleMatches = ({ data }: { data: Matches }) => {
  const [asked, setAsked] = useState<PairToConfirm | null>(null);
  const { line } = indexMatches(data);
  if (data.possible.length === 0) return <EmptyState title={text.empty.possible} />;
  return (
    <>
      <MatchNotes all={data.counts.possible} hint={text.possibleHint} shown={data.possible.length} />
      <ul className="space-y-4">
        {data.possible.map((possible) => {
          const own = line(possible.lineId);
          if (!own) return null;
          return (
            <PossibleMatch
              data={data}
              key={possible.lineId}
              line={own}
              onAsk={setAsked}
              possible={possible}
            />
          );
        })}
      </ul>
      {asked && (
        <SettleDialog
          data={data}
          lines={asked.lines}
          onClose={() => setAsked(null)}
          proposed={asked.proposed}
        />
      )}
    </>
  );
};

interface PossibleMatchProps {
  data: Matches;
  line: StatementLine;
  possible: LineWithMatches;
  onAsk: (asked: PairToConfirm) => void;
}

const PossibleMatch = ({ data, line, possible: { candidates, paid }, onAsk }: PossibleMatchProps) => {
  const { linesOf, reportsOf } = indexMatches(data);
  const ask = (candidate: Candidate | null) =>
    onAsk({
      lines: [line, ...linesOf(candidate?.alsoLineIds ?? [])],
      proposed: chosenReports(reportsOf(candidate?.reportIds ?? []), paid),
    });
  return (
    <DeskRow className="rounded-lg border border-line-strong bg-surface p-4" id={lineRow(line.id)}>
      <LineSummary line={line} />
      {paid && (
        <div className="mt-2">
          <PaidNotice paid={paid} />
        </div>
      )}
      <ol className="mt-3 space-y-3">
        {candidates.map((candidate) => (
          <CandidateRow
            candidate={candidate}
            key={`${candidate.reportIds} ${candidate.alsoLineIds}`}
            onUse={data.account.can.confirm ? () => ask(candidate) : null}
            reports={reportsOf(candidate.reportIds)}
          />
        ))}
      </ol>
      {data.account.can.confirm && (
        <div className="mt-3 flex flex-wrap gap-3 border-line border-t pt-3">
          {paid && <PaidButton onAsk={(proposed) => onAsk({ lines: [line], proposed })} paid={paid} />}
          <Button aria-haspopup="dialog" onClick={() => ask(null)} variant="quiet">
            {text.byHand}
          </Button>
          <AsideButton line={line} />
        </div>
      )}
    </DeskRow>
  );
};

interface CandidateRowProps {
  candidate: Candidate;
  reports: readonly OpenReport[];
  onUse: (() => void) | null;
}

const CandidateRow = ({ candidate, reports, onUse }: CandidateRowProps) => (
  <li className="flex flex-wrap items-start justify-between gap-3 border-line border-t pt-3">
    <div className="min-w-0 flex-1 space-y-2">
      {reports.map((report) => (
        <ReportSummary key={report.id} report={report} />
      ))}
      <MatchFacts facts={candidate.facts} />
      {candidate.alsoLineIds.length > 0 && <Notice>{text.others(candidate.alsoLineIds.length)}</Notice>}
    </div>
    {onUse && (
      <Button
        aria-haspopup="dialog"
        aria-label={text.confirmOf(reports.map(reportName).join('、'))}
        onClick={onUse}
      >
        {text.use}
      </Button>
    )}
  </li>
);
