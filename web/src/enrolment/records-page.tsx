import type { RegistrationRecord } from '@portal/contract/enrolment';
import { loadStatus } from '@portal/kit/browser/call.ts';
import { ButtonLink } from '@portal/kit/ui/button.tsx';
import { LoadFault } from '@portal/kit/ui/load-fault.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { SkeletonRows } from '@portal/kit/ui/skeleton.tsx';
import { Tabs } from '@portal/kit/ui/tabs.tsx';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { UnconfirmedNotice } from '../accounts/unconfirmed-notice.tsx';
import { Page } from '../platform/page.tsx';
import { useUser } from '../platform/session.ts';
import { enrolmentText } from '../text/zh-TW/enrolment.ts';
import { recordsQuery } from './api/get-records.ts';
import { CancelDialogs, useCancelling } from './cancelling.tsx';
import { DueLine } from './due-line.tsx';
import { FinishedRecords, UncheckedRecords } from './records-table.tsx';
import { paymentReportPath, registrationInfoPath } from './registration-links.ts';
import { ShortfallLine } from './shortfall.tsx';
import { useScrollToRecord } from './shown-record.ts';
import { byUrgency, hasToPay, headlineOf, onlyToPay } from './urgency.ts';

const text = enrolmentText.records;

export const RecordsPage = () => {
  const query = useQuery(recordsQuery());
  const { data } = query;
  const user = useUser();
  const [confirmBy] = data?.UncheckedRecords.flatMap(({ confirm_by }) => confirm_by ?? []).sort() ?? [];
  useScrollToRecord(data !== undefined);
  return (
    <Page title={text.title}>
      {user && !user.email_confirmed && <UnconfirmedNotice {...(confirmBy && { confirmBy })} />}
      <LoadFault status={loadStatus(query)}>
        {data ? (
          <RecordTabs finished={data.FinishRecords} unchecked={data.UncheckedRecords} />
        ) : (
          <SkeletonRows rows={6} />
        )}
      </LoadFault>
    </Page>
  );
};

interface RecordTabsProps {
  unchecked: readonly RegistrationRecord[];
  finished: readonly RegistrationRecord[];
}

const RecordTabs = ({ unchecked, finished }: RecordTabsProps) => {
  const [search, setSearch] = useSearchParams();
  const records = useRef<HTMLDivElement>(null);
  const cancelling = useCancelling(() => keepFocusIn(records.current));
  return (
    <div ref={records}>
      <Tabs
        label={text.title}
        onChange={(tab) => setSearch(tab === 'finished' ? { tab } : {}, { replace: true })}
        tabs={[
          {
            value: 'unchecked',
            label: text.unchecked,
            panel: (
              <>
                <UnpaidNotice records={unchecked} />
                <UncheckedRecords onCancel={cancelling.ask} records={unchecked} />
              </>
            ),
          },
          { value: 'finished', label: text.finished, panel: <FinishedRecords records={finished} /> },
        ]}
        value={search.get('tab') === 'finished' ? 'finished' : 'unchecked'}
      />
      <CancelDialogs cancelling={cancelling} />
    </div>
  );
};

const SHOWN_MAX = 3;

/** The registrations to pay, the earliest deadline first; the table below is sorted by the date of the class. */
const UnpaidNotice = ({ records }: { records: readonly RegistrationRecord[] }) => {
  const open = byUrgency(records.filter(hasToPay));
  const only = onlyToPay(records);
  if (open.length === 0) return null;
  return (
    <div className="mb-4 print:hidden">
      <Notice title={headlineOf(open, ['unpaid', 'short'])} tone="warn">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <ul>
            {open.slice(0, SHOWN_MAX).map((record) => (
              <li key={`${record.group_code ?? ''}/${record.id}`}>
                <Link className="underline" to={registrationInfoPath(record)}>
                  {text.unpaidLink(record.train, record.code)}
                </Link>
                {record.shortfall ? (
                  <ShortfallLine shortfall={record.shortfall} />
                ) : (
                  <DueLine record={record} />
                )}
              </li>
            ))}
          </ul>
          {only?.can_report_payment && (
            <div className="flex flex-wrap gap-2">
              <ButtonLink to={registrationInfoPath(only)}>{enrolmentText.card.info}</ButtonLink>
              <ButtonLink to={paymentReportPath(only)} variant="primary">
                {enrolmentText.card.report}
              </ButtonLink>
            </div>
          )}
        </div>
      </Notice>
    </div>
  );
};

/** The row of the pressed button may be gone. */
const keepFocusIn = (records: HTMLElement | null) => {
  if (document.activeElement !== document.body) return;
  records?.querySelector<HTMLElement>('[role="tabpanel"]:not([hidden])')?.focus();
};
