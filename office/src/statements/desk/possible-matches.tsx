import type { Matches, OpenReport, StatementLine } from '@portal/contract/office/statements';
import { Button } from '@portal/kit/ui/button.tsx';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { useState } from 'react';
import { paymentsText } from '../../text/zh-TW/payments.ts';
import { chosenReports } from '../settle/chosen.ts';
import { SettleDialog } from '../settle/settle-dialog.tsx';
import { AsideButton } from './aside-button.tsx';
import { DeskRow, lineRow } from './desk-row.tsx';
import { LineSummary, ReportSummary, reportName } from './line-text.tsx';
import { indexMatches } from './match-data.ts';
import { MatchFacts } from './match-facts.tsx';
import { MatchNotes } from './match-notes.tsx';
import { PaidButton } from './paid-button.tsx';
import { PaidNotice } from './paid-notice.tsx';
import { type EvenConfirm, isEven, type PairToConfirm } from './use-even-confirm.ts';

const text = paymentsText.matches;

type LineWithMatches = Matches['possible'][number];
type Candidate = LineWithMatches['candidates'][number];

/** One by one, the most likely report first. */
export const PossibleMatches = ({ data, confirm }: { data: Matches; confirm: EvenConfirm }) => {
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
              confirm={confirm}
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
  confirm: EvenConfirm;
  data: Matches;
  line: StatementLine;
  possible: LineWithMatches;
  onAsk: (asked: PairToConfirm) => void;
}

const PossibleMatch = (props: PossibleMatchProps) => {
  const { data, line, onAsk, confirm } = props;
  const { candidates, paid } = props.possible;
  const { linesOf, reportsOf } = indexMatches(data);
  const pairOf = (candidate: Candidate): PairToConfirm => ({
    lines: [line, ...linesOf(candidate.alsoLineIds)],
    proposed: chosenReports(reportsOf(candidate.reportIds), paid),
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
            confirm={data.account.can.confirm ? confirm : null}
            key={`${candidate.reportIds} ${candidate.alsoLineIds}`}
            onAsk={onAsk}
            pair={pairOf(candidate)}
            reports={reportsOf(candidate.reportIds)}
          />
        ))}
      </ol>
      {data.account.can.confirm && (
        <div className="mt-3 flex flex-wrap gap-3 border-line border-t pt-3">
          {paid && <PaidButton onAsk={(proposed) => onAsk({ lines: [line], proposed })} paid={paid} />}
          <Button
            aria-haspopup="dialog"
            onClick={() => onAsk({ lines: [line], proposed: chosenReports([], paid) })}
            variant="quiet"
          >
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
  pair: PairToConfirm;
  /** Null for staff who only read. */
  confirm: EvenConfirm | null;
  onAsk: (pair: PairToConfirm) => void;
}

const CandidateRow = ({ candidate, reports, pair, confirm, onAsk }: CandidateRowProps) => (
  <li className="flex flex-wrap items-start justify-between gap-3 border-line border-t pt-3">
    <div className="min-w-0 flex-1 space-y-2">
      {reports.map((report) => (
        <ReportSummary key={report.id} report={report} />
      ))}
      <MatchFacts facts={candidate.facts} />
      {candidate.alsoLineIds.length > 0 && <Notice>{text.others(candidate.alsoLineIds.length)}</Notice>}
    </div>
    {confirm && (
      <UseButton
        confirm={confirm}
        label={text.confirmOf(reports.map(reportName).join('、'))}
        onAsk={onAsk}
        pair={pair}
      />
    )}
  </li>
);

interface UseButtonProps extends Pick<CandidateRowProps, 'pair' | 'onAsk'> {
  label: string;
  confirm: EvenConfirm;
}

/** Confirms at once if the amounts are equal. Otherwise a dialog asks what becomes of the difference. */
const UseButton = ({ pair, label, confirm, onAsk }: UseButtonProps) => {
  const isAsked = !isEven(pair);
  return (
    <Button
      aria-haspopup={isAsked ? 'dialog' : undefined}
      aria-label={label}
      onClick={({ detail: clicks }) => {
        if (isAsked) onAsk(pair);
        // The next line moves below the pointer at once: the second click of a double click must not confirm it.
        else if (clicks < 2) confirm.start(pair);
      }}
      waits={confirm.isTaken(pair)}
    >
      {isAsked ? text.useAsking : text.use}
    </Button>
  );
};
