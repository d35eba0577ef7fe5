import type { Waiting } from '@portal/contract/office/reports';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Loaded } from '../../platform/loaded.tsx';
import { paths } from '../../platform/paths.ts';
import { useScope } from '../../platform/scope.ts';
import { type WorkKind, waitingQuery } from '../../platform/waiting.ts';
import { todayText as text } from '../../text/zh-TW/today.ts';
import { ageText } from './age.ts';

const places: Readonly<Record<WorkKind, string>> = {
  review: paths.reviews.to(),
  reconcile: paths.accounts.to(),
  refunds: paths.refunds.to({}, { state: 'due' }),
  results: paths.teaching.to(),
  certificates: paths.certificates.to(),
  renewals: paths.renewals.to(),
  overdue: paths.overdue.to(),
  privacy: paths.privacy.to(),
  incidents: paths.incidents.to(),
  mails: paths.mails.to({}, { state: 'undeliverable' }),
};
const kinds = Object.keys(places) as WorkKind[];

export const Tiles = () => {
  const { inScope } = useScope();
  const query = useQuery(waitingQuery(inScope));
  return (
    <section className="mt-6">
      <h2>{text.waiting}</h2>
      <div className="mt-3">
        <Loaded query={query} rowClassName="h-28 max-w-64" rows={1}>
          {(data) => (
            <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
              {kinds.map((kind) => {
                const waiting = data[kind];
                return waiting && <Tile key={kind} kind={kind} waiting={waiting} />;
              })}
            </ul>
          )}
        </Loaded>
      </div>
    </section>
  );
};

const Tile = ({ kind, waiting: { count, oldestAt } }: { kind: WorkKind; waiting: Waiting }) => (
  <li>
    <Link
      className="block rounded-lg border border-line bg-surface p-4 text-ink no-underline shadow-card hover:border-sea-600"
      to={places[kind]}
    >
      <span className="block font-semibold">{text.kinds[kind]}</span>
      <span className="block font-bold text-2xl text-sea-800">{text.count(count)}</span>
      <span className="block text-ink-soft text-sm">
        {oldestAt === null ? text.none : text.oldest(ageText(oldestAt, new Date()))}
      </span>
    </Link>
  </li>
);
