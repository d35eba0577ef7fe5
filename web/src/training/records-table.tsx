import type { TrainingRecord } from '@portal/contract/training';
import { dateOf } from '@portal/kit/browser/format.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { type Column, DataTable, ShortLine, withoutPrintedCaption } from '@portal/kit/ui/data-table.tsx';
import { Icon } from '@portal/kit/ui/icon.tsx';
import { Link } from 'react-router';
import { paths } from '../platform/paths.ts';
import { trainingText as text } from '../text/zh-TW/training.ts';
import { CheckInButton } from './check-in-button.tsx';
import { ResultBadge } from './result-badge.tsx';

const Train = ({
  record: {
    code,
    can_see_class,
    train_class: { no, chinese_name: name },
  },
}: {
  record: TrainingRecord;
}) =>
  can_see_class ? (
    <Link className="underline" to={paths.classDetail.to({ code })}>
      {text.trainOf(no, name)}
    </Link>
  ) : (
    text.trainOf(no, name)
  );

const columns = (onScores: (record: TrainingRecord) => void): Column<TrainingRecord>[] => [
  {
    key: 'organization',
    header: text.organization,
    aside: true,
    cell: ({ organization }) => organization.name,
  },
  {
    key: 'code',
    header: text.code,
    together: true,
    aside: true,
    cell: ({ code }) => <ShortLine>{code}</ShortLine>,
  },
  {
    key: 'train',
    header: text.train,
    primary: true,
    cell: (record) => <Train record={record} />,
  },
  {
    key: 'start',
    header: text.startTime,
    together: true,
    bare: 'head',
    cell: ({ start_time, code, hours, can_check_in, train_class: { no, chinese_name: name } }) => (
      <>
        {dateOf(start_time)}{' '}
        <small className="ms-1 inline-block text-ink-soft text-sm">{text.hoursOf(hours)}</small>{' '}
        {can_check_in && <CheckInButton code={code} row={text.trainOf(no, name)} />}
      </>
    ),
  },
  { key: 'passed', header: text.passed, aside: true, cell: ({ state }) => <ResultBadge state={state} /> },
  {
    key: 'scores',
    header: text.scores,
    action: true,
    cell: (record) => (
      <Button
        aria-haspopup="dialog"
        aria-label={text.lookUpOf(record.train_class.chinese_name, record.code)}
        className="-my-1.5 -ms-3"
        onClick={() => onScores(record)}
        variant="quiet"
      >
        <Icon name="clipboard" />
        {text.lookUp}
      </Button>
    ),
  },
];

/** Rem: six columns, with room for the name of a course. */
const TABLE_WIDTH = 56;

interface RecordsTableProps {
  records: readonly TrainingRecord[];
  onScores: (record: TrainingRecord) => void;
}

export const RecordsTable = ({ records, onScores }: RecordsTableProps) => (
  <DataTable
    caption={text.results}
    className={withoutPrintedCaption}
    cardsBelow={TABLE_WIDTH}
    columns={columns(onScores)}
    empty={null}
    rowKey={({ id }) => id}
    rows={records}
  />
);
