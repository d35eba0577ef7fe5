import { readable } from '@portal/contract/dates';
import type { Column } from '@portal/kit/ui/data-table.tsx';
import { Link } from 'react-router';
import { paths } from '../../platform/paths.ts';
import { personText as text } from '../../text/zh-TW/person.ts';

interface HeldClass {
  readonly registrationId: number;
  readonly code: string;
  readonly course: string;
  readonly startTime: string;
}

/** The class, which leads to the registration. */
export const classColumns = <Row extends HeldClass>(): Column<Row>[] => [
  {
    key: 'course',
    header: text.course,
    primary: true,
    cell: ({ registrationId, course }) => (
      <Link
        className="font-semibold text-sea-800 underline hover:no-underline"
        to={paths.registration.to({ id: registrationId })}
      >
        {course}
      </Link>
    ),
  },
  { key: 'code', header: text.class, cell: ({ code }) => <span className="tabular">{code}</span> },
  { key: 'start', header: text.start, cell: ({ startTime }) => readable(startTime) },
];
