import { readable } from '@portal/contract/dates';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../platform/paths.ts';

const placeName = (place: string): string => place.replace(/[（(].*$/, '') || place;

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
  opening: {
    readonly code: string;
    readonly train: string;
    readonly organization: string;
    readonly start_time: string;
    readonly place?: string;
  };
  as?: 'h2' | 'h3';
  group?: ReactNode;
}

export const ClassHead = ({ opening, as: Heading = 'h3', group }: ClassHeadProps) => (
  <div>
    <Heading className="text-lg">
      <Link className="underline hover:no-underline" to={paths.classDetail.to({ code: opening.code })}>
        {opening.train}
      </Link>
    </Heading>
    <WhenAndWhere place={opening.place} start={opening.start_time} />
    <p className="text-ink-soft text-sm">
      {opening.organization} {opening.code}
      {group && `　${group}`}
    </p>
  </div>
);
