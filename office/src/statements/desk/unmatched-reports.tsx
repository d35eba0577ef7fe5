import type { Matches, OpenReport } from '@portal/contract/office/statements';
import { notify } from '@portal/kit/browser/notices.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { useState } from 'react';
import { rejectReport } from '../../payment/api/reject-report.ts';
import { PaymentReasonDialog } from '../../payment/payment-reason-dialog.tsx';
import { paymentsText } from '../../text/zh-TW/payments.ts';
import { chosenReport } from '../settle/chosen.ts';
import { SettleDialog } from '../settle/settle-dialog.tsx';
import { useDeskChanged } from '../use-desk-changed.ts';
import { DeskRow, reportRow } from './desk-row.tsx';
import { ReportSummary } from './line-text.tsx';
import { indexMatches } from './match-data.ts';
import { MatchNotes } from './match-notes.tsx';

const text = paymentsText.matches;
const ask = paymentsText.ask.reject;

type ReportToHandle = { readonly report: OpenReport; readonly act: 'settle' | 'reject' };

export const UnmatchedReports = ({ data }: { data: Matches }) => {
  const [asked, setAsked] = useState<ReportToHandle | null>(null);
  const changed = useDeskChanged();
  const reports = indexMatches(data).reportsOf(data.reports);
  if (reports.length === 0) return <EmptyState title={text.empty.reports} />;
  return (
    <>
      <MatchNotes all={data.counts.reports} hint={text.reportsHint} shown={reports.length} />
      <ul className="divide-y divide-line rounded-lg border border-line-strong bg-surface">
        {reports.map((report) => (
          <DeskRow
            className="flex flex-wrap items-center justify-between gap-3 p-4"
            id={reportRow(report.id)}
            key={report.id}
          >
            <ReportSummary report={report} />
            {data.account.can.confirm && (
              <div className="flex flex-wrap gap-3">
                <Button aria-haspopup="dialog" onClick={() => setAsked({ report, act: 'settle' })}>
                  {paymentsText.pages.cash}
                </Button>
                <Button
                  aria-haspopup="dialog"
                  onClick={() => setAsked({ report, act: 'reject' })}
                  variant="quiet"
                >
                  {text.reject}
                </Button>
              </div>
            )}
          </DeskRow>
        ))}
      </ul>
      {asked?.act === 'settle' && (
        <SettleDialog
          data={data}
          lines={[]}
          onClose={() => setAsked(null)}
          proposed={[chosenReport(asked.report)]}
        />
      )}
      {asked?.act === 'reject' && (
        <PaymentReasonDialog
          lead={
            <div className="space-y-2">
              <ReportSummary report={asked.report} />
              <p>{ask.lead}</p>
            </div>
          }
          onClose={() => setAsked(null)}
          onDone={() => {
            notify(ask.done, 'success');
            changed();
          }}
          reason={ask.reason}
          run={(reason) => rejectReport(asked.report.id, reason)}
          submit={ask.submit}
          title={ask.title}
        />
      )}
    </>
  );
};
