import type { RegistrationRecord } from '@portal/contract/enrolment';
import { dateOf } from '@portal/kit/browser/format.ts';
import { Badge } from '@portal/kit/ui/badge.tsx';
import { Button, ButtonLink } from '@portal/kit/ui/button.tsx';
import { type Column, DataTable } from '@portal/kit/ui/data-table.tsx';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { Link } from 'react-router';
import { paths } from '../platform/paths.ts';
import { enrolmentText } from '../text/zh-TW/enrolment.ts';
import { recordStatus } from './record-status.ts';

const text = enrolmentText.records;

/** A group's row and one's own seat in the same class are two rows. */
const rowKey = ({ id, group_code }: RegistrationRecord) => `${group_code ?? ''}/${id}`;

/** Through which group; a managed one leads to who of it is in the class. */
const Through = ({ record: { code, group, group_code } }: { record: RegistrationRecord }) =>
  group_code === null ? (
    (group ?? text.personal)
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
    cell: ({ organization }) => organization,
  },
  { key: 'code', header: enrolmentText.code, together: true, cell: ({ code }) => code },
  {
    key: 'train',
    header: enrolmentText.train,
    primary: true,
    cell: ({ code, train }) => (
      <Link className="underline" to={paths.classDetail.to({ code })}>
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
      {record.reason && <span className="block text-sm">{record.reason}</span>}
    </>
  );
};

/** A row for screen readers: two classes may have one name, and a class two rows. */
const named = ({ train, code, group_code, group }: RegistrationRecord) =>
  text.rowOf(train, group_code === null ? code : `${code}，${group}`);

/** A group's row stands for the group's seats, not for one's own. */
const groupOf = ({ group_code }: RegistrationRecord): Record<string, string> =>
  group_code === null ? {} : { group: group_code };

const paymentReportPath = (record: RegistrationRecord) =>
  paths.paymentReport.to({ code: record.code }, groupOf(record));

const paymentInfoPath = (record: RegistrationRecord) =>
  paths.personalEnrolmentFinish.to({ code: record.code }, groupOf(record));

interface CancelProps {
  record: RegistrationRecord;
  onCancel: (record: RegistrationRecord) => void;
}

const Cancel = ({ record, onCancel }: CancelProps) => (
  <Button
    aria-label={text.cancelOf(named(record))}
    className="-my-1.5 -ms-3"
    onClick={() => onCancel(record)}
    variant="quiet"
  >
    {enrolmentText.cancel}
  </Button>
);

/** A group's row is not cancelled but edited. */
const EditRoster = ({ record, groupCode }: { record: RegistrationRecord; groupCode: string }) => (
  <ButtonLink
    aria-label={text.editRosterOf(named(record))}
    className="-my-1.5 -ms-3"
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
        <ButtonLink
          aria-label={text.viewOf(named(record))}
          className="-my-1.5 -ms-3"
          to={paymentInfoPath(record)}
          variant="quiet"
        >
          {text.view}
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
          className="-my-1.5 -ms-3"
          to={paymentReportPath(record)}
          variant="quiet"
        >
          {text.fillIn}
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
    columns={classColumns}
    empty={<EmptyState title={text.empty}>{text.finishedHint}</EmptyState>}
    rowKey={rowKey}
    rows={records}
  />
);
