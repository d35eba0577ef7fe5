import type { RegistrationRecord } from '@portal/contract/enrolment';
import { failureText } from '@portal/kit/browser/failure-text.ts';
import { dateOf } from '@portal/kit/browser/format.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { Button, ButtonLink } from '@portal/kit/ui/button.tsx';
import { type Column, DataTable, inTable, onCard, ShortLine } from '@portal/kit/ui/data-table.tsx';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { classQuery } from '../catalogue/api/get-class.ts';
import { saveCalendar } from '../catalogue/save-calendar.ts';
import { paths } from '../platform/paths.ts';
import { enrolmentText } from '../text/zh-TW/enrolment.ts';
import { CheckInButton } from '../training/check-in-button.tsx';
import { AccountLine } from './account-line.tsx';
import { WhenAndWhere } from './class-head.tsx';
import { EnrolAgain } from './registration-card.tsx';
import { documentsPath, paymentReportPath, registrationInfoPath } from './registration-links.ts';
import { Contact, RegistrationState, StateExplanation } from './registration-state.tsx';
import { dayBefore, repeatedCourses } from './repeated-courses.ts';
import { recordRowId } from './shown-record.ts';
import { Steps } from './steps.tsx';
import { hasToPay, onlyToPay } from './urgency.ts';

const { records: text } = enrolmentText;

/** Names the action: a card has no column heading. */
const wordOnCard = `-ms-2 ${onCard}`;

const rowKey = ({ id, group_code }: RegistrationRecord) => `${group_code ?? ''}/${id}`;

const EnrolledThroughGroup = ({ record: { code, group, group_code } }: { record: RegistrationRecord }) =>
  group_code === null ? (
    (group ?? <span className="whitespace-nowrap">{text.personal}</span>)
  ) : (
    <Link className="underline" to={paths.groupClassRoster.to({ GroupCode: group_code, code })}>
      <ShortLine>{group ?? group_code}</ShortLine>
    </Link>
  );

const leadColumns = (repeated: ReadonlySet<string>): Column<RegistrationRecord>[] => [
  {
    key: 'organization',
    header: enrolmentText.organization,
    together: true,
    aside: true,
    cell: ({ organization }) => <ShortLine>{organization}</ShortLine>,
  },
  {
    key: 'code',
    header: enrolmentText.code,
    together: true,
    aside: true,
    cell: ({ code }) => <ShortLine>{code}</ShortLine>,
  },
  {
    key: 'train',
    header: enrolmentText.train,
    primary: true,
    cell: (record) => (
      <Link
        className="not-in-data-cards:inline-flex not-in-data-cards:min-w-36 underline"
        to={paths.classDetail.to(record)}
      >
        <span className={onCard}>{dayBefore(record, repeated)}</span>
        {record.train}
      </Link>
    ),
  },
];

const startColumn: Column<RegistrationRecord> = {
  key: 'start',
  header: enrolmentText.startTime,
  together: true,
  bare: 'head',
  cell: ({ start_time, place }) => (
    <>
      <span className={inTable}>{dateOf(start_time)}</span>
      <span className={onCard}>
        <WhenAndWhere place={place} start={start_time} />
      </span>
    </>
  ),
};

const groupColumn: Column<RegistrationRecord> = {
  key: 'group',
  header: text.group,
  aside: true,
  cell: (record) => <EnrolledThroughGroup record={record} />,
};

const Status = ({ record }: { record: RegistrationRecord }) => (
  <>
    <RegistrationState record={record} />
    {record.documents && <DocumentsLink missing={record.documents.missing} record={record} />}
    {record.can_enrol_again && (
      <span className={`block print:hidden ${inTable}`}>
        <Link className="text-sea-800 text-sm underline" to={paths.personalEnrolment.to(record)}>
          {enrolmentText.card.again}
        </Link>
      </span>
    )}
    <StateExplanation record={record} />
    <div className="mt-3 not-in-data-cards:min-w-36 empty:hidden">
      <Steps isFree={record.fee === 0} situation={record.situation} />
    </div>
    {record.can_enrol_again && (
      <div className={`mt-3 ${onCard}`}>
        <EnrolAgain record={record} />
      </div>
    )}
  </>
);

const DocumentsLink = ({ record, missing }: RowProps & { missing: number }) => (
  <Link
    aria-label={text.documentsOf(rowName(record), missing)}
    className={`mt-1 block text-sm underline ${missing > 0 ? 'font-semibold text-warn-700' : 'text-sea-800'}`}
    to={documentsPath(record)}
  >
    {text.documents(missing)}
  </Link>
);

interface RowProps {
  record: RegistrationRecord;
}

const rowName = ({ train, code, group_code, group }: RegistrationRecord) =>
  text.rowOf(train, group_code === null ? code : `${code}，${group}`);

interface CancelProps {
  record: RegistrationRecord;
  onCancel: (record: RegistrationRecord) => void;
}

const Cancel = ({ record, onCancel }: CancelProps) => {
  const isRefused = record.situation === 'rejected';
  return (
    <Button
      aria-label={isRefused ? text.removeRecordOf(rowName(record)) : text.cancelOf(rowName(record))}
      className="-my-1 in-data-cards:-ms-3"
      onClick={() => onCancel(record)}
      variant="quiet"
    >
      <span className={isRefused ? inTable : ''}>{enrolmentText.cancel}</span>
      <span className={isRefused ? onCard : wordOnCard}>
        {isRefused ? text.removeRecord : text.registration}
      </span>
    </Button>
  );
};

const EditRoster = ({ record, groupCode }: { record: RegistrationRecord; groupCode: string }) => (
  <ButtonLink
    aria-label={text.editRosterOf(rowName(record))}
    className="-my-1 in-data-cards:-ms-3"
    to={paths.groupEnrolment.to({ code: record.code }, { group: groupCode })}
    variant="quiet"
  >
    {text.editRoster}
  </ButtonLink>
);

const Calendar = ({ record: { code, train, situation } }: RowProps) => {
  const queries = useQueryClient();
  const uncertainty = situation === 'pending' ? text.calendarUncertainty : undefined;
  const save = async () => saveCalendar(await queries.fetchQuery(classQuery(code)), uncertainty);
  return (
    <Button
      aria-label={text.calendarOf(text.rowOf(train, code))}
      className="-my-2 whitespace-nowrap font-normal text-sm underline forced-colors:my-0"
      onClick={() => save().catch((error: Error) => notify(failureText(error), 'danger'))}
      variant="quiet"
    >
      {text.calendar}
    </Button>
  );
};

/** The person may still attend. */
const isAhead = ({ started, situation }: RegistrationRecord): boolean => !started && situation !== 'rejected';

const startWithCalendar: Column<RegistrationRecord> = {
  ...startColumn,
  cell: (record) => (
    <>
      <span>{startColumn.cell(record)}</span>{' '}
      {isAhead(record) && (
        <span className={`-ms-3 block ${inTable}`}>
          <Calendar record={record} />
        </span>
      )}
    </>
  ),
};

const Withdraw = ({ record, onCancel }: CancelProps) => {
  if (record.can_cancel) return <Cancel onCancel={onCancel} record={record} />;
  return (
    record.can_edit_roster &&
    record.group_code !== null && <EditRoster groupCode={record.group_code} record={record} />
  );
};

interface UncheckedColumns {
  onCancel: (record: RegistrationRecord) => void;
  /** Its button stands above the table. */
  only: RegistrationRecord | null;
  repeated: ReadonlySet<string>;
}

const uncheckedColumns = ({ onCancel, only, repeated }: UncheckedColumns): Column<RegistrationRecord>[] => [
  ...leadColumns(repeated),
  startWithCalendar,
  groupColumn,
  { key: 'status', header: text.status, bare: 'body', cell: (record) => <Status record={record} /> },
  {
    key: 'payment',
    header: text.paymentInfo,
    action: true,
    cell: (record) =>
      record.can_see_payment ? (
        <ButtonLink
          aria-label={text.viewOf(rowName(record))}
          className="-my-1"
          to={registrationInfoPath(record)}
        >
          <span>{text.view}</span>
          <span className={wordOnCard}>{text.paymentInfo}</span>
        </ButtonLink>
      ) : null,
  },
  {
    key: 'report',
    header: text.paymentReport,
    action: true,
    cell: (record) =>
      record.can_report_payment ? (
        <ButtonLink
          aria-label={text.fillInFor(rowName(record))}
          className="-my-1"
          to={paymentReportPath(record)}
          variant={hasToPay(record) && record !== only ? 'primary' : 'secondary'}
        >
          <span>{text.fillIn}</span>
          <span className={wordOnCard}>{text.paymentReport}</span>
        </ButtonLink>
      ) : null,
  },
  {
    key: 'cancel',
    header: text.cancelColumn,
    action: true,
    cell: (record) =>
      record.can_cancel || record.can_edit_roster || isAhead(record) ? (
        <>
          <Withdraw onCancel={onCancel} record={record} />{' '}
          {isAhead(record) && (
            <span className={`first:-ms-3 ${onCard}`}>
              <Calendar record={record} />
            </span>
          )}
        </>
      ) : null,
  },
];

const CalendarAndCheckIn = ({ record }: RowProps) => (
  <>
    <Calendar record={record} />{' '}
    {record.fee > 0 && (
      <Link
        aria-label={text.viewOf(rowName(record))}
        className="inline-flex min-h-11 items-center px-3 font-semibold text-sea-800 text-sm underline print:hidden"
        to={registrationInfoPath(record)}
      >
        {text.paymentInfo}
      </Link>
    )}{' '}
    {record.can_check_in && <CheckInButton code={record.code} row={text.rowOf(record.train, record.code)} />}
  </>
);

/* In the table, calendar and check-in stand under the date. On a card, the last cell, the group's, shows state and tools. */

const startWithTools: Column<RegistrationRecord> = {
  ...startColumn,
  cell: (record) => (
    <>
      <span>{startColumn.cell(record)}</span>{' '}
      <span className={inTable}>
        <CalendarAndCheckIn record={record} />
        {record.account && <AccountLine account={record.account} />}
        <Contact label={enrolmentText.card.askToCancel} record={record} />
      </span>
    </>
  ),
};

const groupWithCardFoot: Column<RegistrationRecord> = {
  ...groupColumn,
  aside: false,
  bare: 'body',
  cell: (record) => (
    <>
      <span className={inTable}>{groupColumn.cell(record)}</span>{' '}
      <span className={`text-ink-soft text-sm ${onCard}`}>{groupColumn.cell(record)}</span>
      <div className={`space-y-3 pt-2 ${onCard}`}>
        <div>
          <RegistrationState record={record} />
          <StateExplanation record={record} />
        </div>
        <Steps isFree={record.fee === 0} situation={record.situation} />
      </div>
      <span className={`-mx-3 flex flex-wrap pt-2 ${onCard}`}>
        <CalendarAndCheckIn record={record} />
      </span>
    </>
  ),
};

const finishedColumns = (repeated: ReadonlySet<string>): Column<RegistrationRecord>[] => [
  ...leadColumns(repeated),
  startWithTools,
  groupWithCardFoot,
];

/** Rem: nine columns, three of them of buttons. */
const ROOM_FOR_ALL_COLUMNS = 68;

interface UncheckedRecordsProps {
  records: readonly RegistrationRecord[];
  onCancel: (record: RegistrationRecord) => void;
}

export const UncheckedRecords = ({ records, onCancel }: UncheckedRecordsProps) => (
  <DataTable
    caption={text.unchecked}
    cardsBelow={ROOM_FOR_ALL_COLUMNS}
    columns={uncheckedColumns({ onCancel, only: onlyToPay(records), repeated: repeatedCourses(records) })}
    empty={
      <EmptyState
        action={<ButtonLink to={paths.classList.to()}>{text.findClass}</ButtonLink>}
        title={text.empty}
      >
        {text.emptyHint}
      </EmptyState>
    }
    rowId={recordRowId}
    rowKey={rowKey}
    rows={records}
  />
);

/** Rem: five columns, one of them with tools beside each other. */
const ROOM_FOR_TOOLS = 54;

export const FinishedRecords = ({ records }: { records: readonly RegistrationRecord[] }) => (
  <DataTable
    caption={text.finished}
    cardsBelow={ROOM_FOR_TOOLS}
    columns={finishedColumns(repeatedCourses(records))}
    empty={<EmptyState title={text.empty}>{text.finishedHint}</EmptyState>}
    rowKey={rowKey}
    rows={records}
  />
);
