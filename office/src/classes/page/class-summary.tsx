import { readable } from '@portal/contract/dates';
import type { OfficeClass } from '@portal/contract/office/classes';
import { Link, useLocation } from 'react-router';
import { paths } from '../../platform/paths.ts';
import { useMay } from '../../platform/session.ts';
import { classSummaryText as text } from '../../text/zh-TW/class-summary.ts';

interface SummaryProps {
  trainingClass: OfficeClass;
}

export const ClassFacts = ({ trainingClass }: SummaryProps) => {
  const { code, startTime, endTime, place, organization, series } = trainingClass;
  return (
    <span className="flex flex-wrap gap-x-4 text-sm">
      <span className="font-semibold text-ink">{code}</span>
      <span className="tabular">{periodText(startTime, endTime)}</span>
      <span className="max-sm:hidden">{place}</span>
      <span className="max-sm:hidden">{organization.name}</span>
      {series && series.others > 0 && (
        <Link className="text-sea-800" to={paths.trainingClasses.to({}, { series: `${series.id}` })}>
          {text.series(series.others)}
        </Link>
      )}
    </span>
  );
};

const periodText = (start: string, end: string | null): string => {
  if (end === null) return readable(start);
  const isOneDay = start.slice(0, 10) === end.slice(0, 10);
  return text.period(readable(start), isOneDay ? end.slice(11, 16) : readable(end));
};

/** The counts lead to what waits. On a phone they leave the space of the other tabs to these. */
export const ClassSummary = ({ trainingClass }: SummaryProps) => {
  const isFirstTab = useLocation().pathname === paths.trainingClass.to({ id: trainingClass.id });
  return (
    <div
      className={`mb-3 flex flex-wrap items-center gap-x-6 gap-y-1 print:hidden ${isFirstTab ? '' : 'max-sm:hidden'}`}
    >
      <SeatsBar trainingClass={trainingClass} />
      <Counts trainingClass={trainingClass} />
    </div>
  );
};

const SeatsBar = ({ trainingClass: { number, limitNumber, minimumNumber } }: SummaryProps) => {
  const isBelow = minimumNumber !== null && number < minimumNumber;
  return (
    <p className="flex items-center gap-2">
      <span className="font-semibold tabular">{text.seats(number, limitNumber)}</span>
      <span
        aria-hidden="true"
        className="relative h-2.5 w-40 overflow-hidden rounded-full bg-line forced-colors:outline"
      >
        <span
          className={`absolute inset-y-0 start-0 forced-colors:bg-[CanvasText] ${isBelow ? 'bg-warn-600' : 'bg-sea-600'}`}
          style={{ width: `${Math.min(100, (number / limitNumber) * 100)}%` }}
        />
      </span>
      <span className="text-ink-soft text-sm">
        {number >= limitNumber ? text.full : text.free(limitNumber - number)}
        {minimumNumber !== null && text.minimum(minimumNumber)}
      </span>
    </p>
  );
};

const Counts = ({ trainingClass: { id, code, counts } }: SummaryProps) => {
  const [mayReview, mayRead] = [useMay('registration.review'), useMay('registration.read')];
  const roster = (state: string) => `${paths.classTab.to({ id, tab: 'roster' })}?state=${state}`;
  const places = {
    pending: mayReview ? paths.reviews.to({}, { class: code }) : roster('pending'),
    unpaid: roster('unpaid'),
    reported: roster('reported'),
    confirmed: roster('confirmed'),
  };
  return (
    <ul aria-label={text.counts} className="flex flex-wrap gap-2">
      {(['pending', 'unpaid', 'reported', 'confirmed'] as const)
        .filter((state) => counts[state] > 0)
        .map((state) => (
          <li key={state}>
            {mayRead ? (
              <Link className={countLook} to={places[state]}>
                {text.count(state, counts[state])}
              </Link>
            ) : (
              <span className={countLook}>{text.count(state, counts[state])}</span>
            )}
          </li>
        ))}
    </ul>
  );
};

const countLook =
  'inline-flex min-h-8 items-center rounded-full border border-line-strong px-3 text-ink text-sm no-underline hover:border-sea-700 [a&]:text-sea-800 pointer-coarse:min-h-11';
