import { readable } from '@portal/contract/dates';
import { UPCOMING_DAYS, type UpcomingClass } from '@portal/contract/office/reports';
import { type Column, DataTable } from '@portal/kit/ui/data-table.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Loaded } from '../../platform/loaded.tsx';
import { paths } from '../../platform/paths.ts';
import { useScope } from '../../platform/scope.ts';
import { useMay } from '../../platform/session.ts';
import { todayText } from '../../text/zh-TW/today.ts';
import { upcomingQuery } from '../api/get-upcoming-classes.ts';

const text = todayText.upcoming;

export const UpcomingSection = () => {
  const { inScope } = useScope();
  const query = useQuery(upcomingQuery(inScope));
  return (
    <section className="mt-6">
      <h2>{text.title(UPCOMING_DAYS)}</h2>
      <div className="mt-2">
        <Loaded query={query} rows={3}>
          {(data) => (
            <DataTable
              caption={text.title(UPCOMING_DAYS)}
              columns={columns}
              empty={<p className="text-ink-soft">{text.empty(UPCOMING_DAYS)}</p>}
              rowKey={({ code }) => code}
              rows={data}
            />
          )}
        </Loaded>
      </div>
    </section>
  );
};

const seatsText = ({ number, limitNumber }: UpcomingClass) =>
  number < limitNumber ? text.free(limitNumber - number) : text.full;

const linkLook = 'font-semibold text-sea-800 underline hover:no-underline';

const UpcomingClassLink = ({ id, code }: UpcomingClass) => (
  <Link className={linkLook} to={paths.trainingClass.to({ id })}>
    {code}
  </Link>
);

const UnreviewedLink = ({ code, unreviewed }: UpcomingClass) => {
  const mayReview = useMay('registration.review');
  if (unreviewed === 0 || !mayReview) return text.people(unreviewed);
  return (
    <Link
      aria-label={text.reviewLabel(code, unreviewed)}
      className={linkLook}
      to={paths.reviews.to({}, { class: code })}
    >
      {text.people(unreviewed)}
    </Link>
  );
};

const columns: readonly Column<UpcomingClass>[] = [
  { key: 'start', header: text.start, cell: ({ startTime }) => readable(startTime), together: true },
  {
    key: 'code',
    header: text.code,
    cell: (row) => <UpcomingClassLink {...row} />,
    primary: true,
    together: true,
  },
  { key: 'course', header: text.course, cell: ({ course }) => course },
  { key: 'organization', header: text.organization, cell: ({ organization }) => organization },
  {
    key: 'seats',
    header: text.seats,
    cell: (row) => `${text.filled(row.number, row.limitNumber)}（${seatsText(row)}）`,
  },
  { key: 'unreviewed', header: text.unreviewed, cell: (row) => <UnreviewedLink {...row} /> },
  { key: 'unpaid', header: text.unpaid, cell: ({ unpaid }) => text.people(unpaid) },
];
