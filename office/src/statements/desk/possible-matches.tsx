import type { Matches, OpenReport, StatementLine } from '@portal/contract/office/statements';
import { Button } from '@portal/kit/ui/button.tsx';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { useState } from 'react';
import { useShortcuts } from '../../platform/shortcuts.ts';
import { paymentsText } from '../../text/zh-TW/payments.ts';
import { type Chosen, chosenReports } from '../settle/chosen.ts';
import { SettleDialog } from '../settle/settle-dialog.tsx';
import { AsideButton } from './aside-button.tsx';
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

const elementId = (lineId: number) => `line-${lineId}`;

/** J and K move between lines. */
const useMatchKeys = (ids: readonly number[]): void => {
  const go = (by: number) => () => {
    const at = ids.findIndex((id) =>
      document.getElementById(elementId(id))?.contains(document.activeElement),
    );
    const next = ids[Math.min(ids.length - 1, Math.max(0, at + by))];
    if (next !== undefined) document.getElementById(elementId(next))?.focus();
  };
  useShortcuts(text.shortcuts, [
    { keys: 'j', label: text.next, run: go(1) },
    { keys: 'k', label: text.previous, run: go(-1) },
  ]);
};

/** One by one, the most likely report first. */
export const PossibleMatches = ({ data }: { data: Matches }) => {
  const [asked, setAsked] = useState<PairToConfirm | null>(null);
  const { line } = indexMatches(data);
  useMatchKeys(data.possible.map(({ lineId }) => lineId));
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
    <li
      className="rounded-lg border border-line-strong bg-surface p-4 focus:outline-3 focus:outline-sea-500"
      id={elementId(line.id)}
      tabIndex={-1}
    >
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
    </li>
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
