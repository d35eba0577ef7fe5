import { stateNames } from '@portal/contract/office/code-names';
import type { RegistrationDetail as Detail } from '@portal/contract/office/enrolment';
import { failureKind } from '@portal/kit/browser/call.ts';
import { ErrorState } from '@portal/kit/ui/error-state.tsx';
import { Icon } from '@portal/kit/ui/icon.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { PersonName } from '../../people/person-name.tsx';
import { Loaded } from '../../platform/loaded.tsx';
import { paths } from '../../platform/paths.ts';
import { reviewsText } from '../../text/zh-TW/reviews.ts';
import { registrationQuery } from '../api/get-registration.ts';
import { RegistrationDetail } from '../detail/registration-detail.tsx';
import { SectionLevel } from '../detail/section.tsx';
import { RegistrationStateBadge } from '../detail/state-badge.tsx';
import { Decisions } from './decide/decisions.tsx';
import { writePlace } from './review-place.ts';
import type { Reviewing } from './use-reviewing.ts';

const text = reviewsText.decide;

interface ReviewPanelProps {
  id: number;
  reviewing: Reviewing;
}

export const ReviewPanel = ({ id, reviewing }: ReviewPanelProps) => {
  const query = useQuery(registrationQuery(id));
  usePrefetch(reviewing.next);
  return (
    <>
      <BackToList reviewing={reviewing} />
      {query.error && failureKind(query.error) === 'missing' ? (
        <MissingRegistration />
      ) : (
        <Loaded query={query}>
          {(data) => <RegistrationBody detail={data} key={id} reviewing={reviewing} />}
        </Loaded>
      )}
      <Decisions detail={query.data} key={`decisions-${id}`} reviewing={reviewing} />
    </>
  );
};

/** Loads the next registration early. */
const usePrefetch = (next: number | null) => {
  const queries = useQueryClient();
  useEffect(() => {
    if (next !== null) queries.prefetchQuery(registrationQuery(next));
  }, [next, queries]);
};

const BackToList = ({ reviewing: { filter } }: { reviewing: Reviewing }) => (
  <Link
    className="mb-2 inline-flex min-h-11 items-center gap-1 font-semibold text-sea-800 lg:hidden"
    to={writePlace({ filter, id: null })}
  >
    <Icon name="chevron-left" />
    {reviewsText.queue.back}
  </Link>
);

const MissingRegistration = () => <ErrorState kind="missing" message={reviewsText.gone} />;

const RegistrationBody = ({ detail, reviewing }: { detail: Detail; reviewing: Reviewing }) => (
  <SectionLevel value="h3">
    {detail.state !== 'pending' && <AlreadyDecided detail={detail} />}
    <RegistrationDetail detail={detail} heading={<Heading detail={detail} reviewing={reviewing} />} />
  </SectionLevel>
);

const AlreadyDecided = ({ detail: { state } }: { detail: Detail }) => (
  <div className="mb-4">
    <Notice tone="info">{text.already(stateNames[state])}</Notice>
  </div>
);

interface HeadingProps {
  detail: Detail;
  reviewing: Reviewing;
}

const Heading = ({ detail: { id, person, state }, reviewing: { onHeadingShown } }: HeadingProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (heading.current) onHeadingShown(heading.current);
  });
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <h2 ref={heading} tabIndex={-1}>
        <PersonName id={person.id} name={person.name} />
        {person.englishName && <span className="ms-3 font-normal text-base">{person.englishName}</span>}
      </h2>
      <RegistrationStateBadge state={state} />
      <Link
        className="inline-flex min-h-11 items-center text-sea-800 text-sm underline hover:no-underline"
        to={paths.registration.to({ id })}
      >
        {reviewsText.registration.open}
      </Link>
    </div>
  );
};
