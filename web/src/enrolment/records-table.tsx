import type { RegistrationRecord } from '@portal/contract/enrolment';
import { failureText } from '@portal/kit/browser/failure-text.ts';
import { dateOf } from '@portal/kit/browser/format.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { Badge } from '@portal/kit/ui/badge.tsx';
import { Button, ButtonLink } from '@portal/kit/ui/button.tsx';
import { type Column, DataTable } from '@portal/kit/ui/data-table.tsx';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { classQuery } from '../catalogue/api/get-class.ts';
import { telAddress } from '../catalogue/phone.ts';
import { saveCalendar } from '../catalogue/save-calendar.ts';
import { paths } from '../platform/paths.ts';
import { enrolmentText } from '../text/zh-TW/enrolment.ts';
import { CheckInButton } from '../training/check-in-button.tsx';
import { DueLine } from './due-line.tsx';
import { recordStatus } from './record-status.ts';
import { documentsPath, paymentInfoPath, paymentReportPath } from './registration-links.ts';
import { situationOf } from './stage.ts';

const { records: text } = enrolmentText;

/** A button of a card has no column heading that says what it is about. */
const onCard = '-ms-2 not-in-data-cards:hidden';

/** A group's row and one's own seat in the same class are two rows. */
const rowKey = ({ id, group_code }: RegistrationRecord) => `${group_code ?? ''}/${id}`;

/** Through which group; a managed one leads to who of it is in the class. */
const Through = ({ record: { code, group, group_code } }: { record: RegistrationRecord }) =>
  group_code === null ? (
    (group ?? <span className="whitespace-nowrap">{text.personal}</span>)
  ) : (
    <Link className="underline" to={paths.groupClassRoster.to({ GroupCode: group_code, code })}>
      {group}
    </Link>
  );

const classColumns: Column<RegistrationRecord>[] = [
  {
    key: 'organization',
    header: enrolmentText.organization,
    together: true,
    aside: true,
    cell: ({ organization }) => organization,
  },
  { key: 'code', header: enrolmentText.code, together: true, aside: true, cell: ({ code }) => code },
  {
    key: 'train',
    header: enrolmentText.train,
    primary: true,
    cell: ({ code, train }) => (
      <Link
        className="not-in-data-cards:inline-block not-in-data-cards:min-w-32 underline"
        to={paths.classDetail.to({ code })}
      >
        {train}
      </Link>
    ),
  },
  {
    key: 'start',
    header: enrolmentText.startTime,
    together: true,
    cell: ({ start_time }) => dateOf(start_time),
  },
  { key: 'group', header: text.group, cell: (record) => <Through record={record} /> },
];

const Status = ({ record }: { record: RegistrationRecord }) => {
  const { text: status, tone } = recordStatus(record);
  return (
    <>
      <Badge tone={tone}>{status}</Badge>
      {record.amount > 0 && <DueLine record={record} />}
      {record.reason && <span className="block text-sm">{record.reason}</span>}
      {record.documents && <Documents missing={record.documents.missing} record={record} />}
      {situationOf(record) === 'refused' && <Contact record={record} />}
    </>
  );
};

const Documents = ({ record, missing }: RowProps & { missing: number }) => (
  <Link
    aria-label={text.documentsOf(named(record), missing)}
    className={`mt-1 block text-sm underline ${missing > 0 ? 'font-semibold text-warn-700' : 'text-sea-800'}`}
    to={documentsPath(record)}
  >
    {text.documents(missing)}
  </Link>
);

/** For a rejection: the contact, and the way to register again. */
const Contact = ({ record: { contact_name, contact_phone, code, group_code } }: RowProps) => {
  const address = telAddress(contact_phone);
  return (
    <span className="mt-1 block text-sm">
      {text.ask}
      {contact_name}{' '}
      {address === null ? (
        contact_phone
      ) : (
        <a className="whitespace-nowrap text-sea-800 underline" href={address}>
          {contact_phone}
        </a>
      )}
      {group_code === null && (
        <>
          {'　'}
          <Link className="whitespace-nowrap text-sea-800 underline" to={paths.classDetail.to({ code })}>
            {text.again}
          </Link>
        </>
      )}
    </span>
  );
};

interface RowProps {
  record: RegistrationRecord;
}

/** A row for screen readers: two classes may have one name, and a class two rows. */
const named = ({ train, code, group_code, group }: RegistrationRecord) =>
  text.rowOf(train, group_code === null ? code : `${code}，${group}`);

interface CancelProps {
  record: RegistrationRecord;
  onCancel: (record: RegistrationRecord) => void;
}

const Cancel = ({ record, onCancel }: CancelProps) => (
  <Button
    aria-label={text.cancelOf(named(record))}
    className="-my-1"
    onClick={() => onCancel(record)}
    variant="quiet"
  >
    <span>{enrolmentText.cancel}</span>
    <span className={onCard}>{text.registration}</span>
  </Button>
);

/** A group's row is not cancelled but edited. */
const EditRoster = ({ record, groupCode }: { record: RegistrationRecord; groupCode: string }) => (
  <ButtonLink
    aria-label={text.editRosterOf(named(record))}
    className="-my-1"
    to={paths.groupEnrolment.to({ code: record.code }, { group: groupCode })}
    variant="quiet"
  >
    {text.editRoster}
  </ButtonLink>
);

const uncheckedColumns = (onCancel: (record: RegistrationRecord) => void): Column<RegistrationRecord>[] => [
  ...classColumns,
  { key: 'status', header: text.status, cell: (record) => <Status record={record} /> },
  {
    key: 'payment',
    header: text.paymentInfo,
    action: true,
    cell: (record) =>
      record.can_see_payment ? (
        <ButtonLink aria-label={text.viewOf(named(record))} className="-my-1" to={paymentInfoPath(record)}>
          <span>{text.view}</span>
          <span className={onCard}>{text.paymentInfo}</span>
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
          aria-label={text.fillInFor(named(record))}
          className="-my-1"
          to={paymentReportPath(record)}
          variant={situationOf(record) === 'unpaid' ? 'primary' : 'secondary'}
        >
          <span>{text.fillIn}</span>
          <span className={onCard}>{text.paymentReport}</span>
        </ButtonLink>
      ) : null,
  },
  {
    key: 'cancel',
    header: text.cancelColumn,
    action: true,
    cell: (record) => {
      if (record.can_cancel) return <Cancel onCancel={onCancel} record={record} />;
      return record.can_edit_roster && record.group_code !== null ? (
        <EditRoster groupCode={record.group_code} record={record} />
      ) : null;
    },
  },
];

const Calendar = ({ record: { code, train } }: RowProps) => {
  const queries = useQueryClient();
  const save = async () => saveCalendar(await queries.fetchQuery(classQuery(code)));
  return (
    <Button
      aria-label={text.calendarOf(text.rowOf(train, code))}
      className="-my-2 font-normal text-sm underline"
      onClick={() => save().catch((error: Error) => notify(failureText(error), 'danger'))}
      variant="quiet"
    >
      {text.calendar}
    </Button>
  );
};

const finishedColumns: Column<RegistrationRecord>[] = classColumns.map((column) =>
  column.key === 'start'
    ? {
        ...column,
        cell: (record) => (
          <>
            {column.cell(record)} <Calendar record={record} />{' '}
            {record.can_check_in && (
              <CheckInButton code={record.code} row={text.rowOf(record.train, record.code)} />
            )}
          </>
        ),
      }
    : column,
);

interface UncheckedRecordsProps {
  records: readonly RegistrationRecord[];
  onCancel: (record: RegistrationRecord) => void;
}

/** 報名審核中. */
export const UncheckedRecords = ({ records, onCancel }: UncheckedRecordsProps) => (
  <DataTable
    caption={text.unchecked}
    columns={uncheckedColumns(onCancel)}
    empty={
      <EmptyState
        action={<ButtonLink to={paths.classList.to()}>{text.findClass}</ButtonLink>}
        title={text.empty}
      >
        {text.emptyHint}
      </EmptyState>
    }
    rowKey={rowKey}
    rows={records}
  />
);

/** 完成報名. */
export const FinishedRecords = ({ records }: { records: readonly RegistrationRecord[] }) => (
  <DataTable
    caption={text.finished}
    columns={finishedColumns}
    empty={<EmptyState title={text.empty}>{text.finishedHint}</EmptyState>}
    rowKey={rowKey}
    rows={records}
  />
);
