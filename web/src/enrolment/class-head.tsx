import { readable } from '@portal/contract/dates';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { placeName } from '../catalogue/place-name.ts';
import { paths } from '../platform/paths.ts';

interface WhenAndWhereProps {
  start: string;
  place?: string | undefined;
}

export const WhenAndWhere = ({ start, place }: WhenAndWhereProps) => (
  <>
    <span className="block">
      <time dateTime={start}>{readable(start)}</time>
    </span>
    {place && <span className="block">{placeName(place)}</span>}
  </>
);

interface ClassHeadProps {
  trainingClass: {
    readonly code: string;
    readonly train: string;
    readonly organization: string;
    readonly start_time: string;
    readonly place?: string;
  };
  as?: 'h2' | 'h3';
  /** Stands before the name. */
  day?: string;
  group?: ReactNode;
}

export const ClassHead = ({ trainingClass, as: Heading = 'h3', day, group }: ClassHeadProps) => (
  <div>
    <Heading className="text-lg">
      <Link className="underline hover:no-underline" to={paths.classDetail.to({ code: trainingClass.code })}>
        {day}
        {trainingClass.train}
      </Link>
    </Heading>
    <WhenAndWhere place={trainingClass.place} start={trainingClass.start_time} />
    <p className="text-ink-soft text-sm">
      {trainingClass.organization} {trainingClass.code}
      {group && `　${group}`}
    </p>
  </div>
);
