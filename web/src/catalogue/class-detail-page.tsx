import type { Class } from '@portal/contract/catalogue';
import { classTitle } from '@portal/contract/pages';
import { failureKind } from '@portal/kit/browser/call.ts';
import { usePageTitle } from '@portal/kit/browser/page-title.ts';
import { refusedLoad, useRedirect } from '@portal/kit/browser/refused-load.ts';
import { common } from '@portal/kit/text/zh-TW/common.ts';
import '@portal/kit/ui/action-bar.css';
import { Breadcrumbs } from '@portal/kit/ui/breadcrumbs.tsx';
import { ButtonLink } from '@portal/kit/ui/button.tsx';
import { ErrorState } from '@portal/kit/ui/error-state.tsx';
import { lazyComponent } from '@portal/kit/ui/lazy-component.tsx';
import { Skeleton } from '@portal/kit/ui/skeleton.tsx';
import { type ReactNode, useDeferredValue } from 'react';
import { useLocation, useParams } from 'react-router';
import { paths } from '../platform/paths.ts';
import { catalogue } from '../text/zh-TW/catalogue.ts';
import { classText } from '../text/zh-TW/class.ts';
import { useClass } from './api/get-class.ts';
import { shownBadge } from './class-badge.ts';
import { ClassBody } from './class-body.tsx';
import { ClassFacts, identityRows } from './class-facts.tsx';
import { ClassTools } from './class-tools.tsx';
import { DetailSkeleton } from './detail-skeleton.tsx';
import { EnrolLinks, GroupLink, useGroupInAddress } from './enrol-links.tsx';
import { closedText } from './obstacle-text.ts';
import { RefusedNotice } from './refused-notice.tsx';
import { StatusBadge } from './status-badge.tsx';

/** A class that the server refuses leads home (specification §2). */
export const ClassDetailPage = () => {
  const { code = '' } = useParams();
  const { data: newest, error, refetch } = useClass(code);
  // The whole class in one task would block a phone for a fifth of a second.
  const data = useDeferredValue(newest);
  const refusal = refusedLoad(error);
  useRedirect(refusal, paths.home.to());
  const isLoading = !data && (!error || refusal !== null);
  usePageTitle(data ? classTitle(data) : catalogue.detail);
  return (
    <>
      <Breadcrumbs
        items={[
          { label: common.home, to: paths.home.to() },
          { label: catalogue.trainingClasses, to: paths.classList.to() },
          { label: catalogue.detail },
        ]}
      />
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        {/* One heading in every state: it gets the focus after a navigation. */}
        <h1>{data ? data.name : isLoading ? <LoadingHeading /> : catalogue.detail}</h1>
        {data && <StatusBadge shown={data} />}
        {data && <span className="text-ink-soft text-sm">{noteOf(data)}</span>}
      </div>
      <RefusedNotice />
      {data && isClosedToPerson(data) && <OtherClasses shown={data} />}
      {data ? (
        <ClassDetail shown={data} />
      ) : isLoading ? (
        <DetailSkeleton />
      ) : (
        <ErrorState kind={failureKind(error)} onRetry={refetch} />
      )}
      <BackToList />
    </>
  );
};

/** The note beside the badge. */
const noteOf = (shown: Class): string | null | undefined => {
  const badge = shownBadge(shown);
  if (badge === 'groups') return shown.group_name;
  return badge === 'closed' || badge === 'later' ? closedText(shown, new Date()) : null;
};

/** Whether the person cannot enrol. The page then leads to classes that are open. */
const isClosedToPerson = ({ isAlreadyApply, personal_obstacle }: Class): boolean =>
  !isAlreadyApply && personal_obstacle !== null;

const OtherClasses = lazyComponent(
  async () => (await import('./other-classes.tsx')).OtherClasses,
  () => null,
);

const LoadingHeading = () => (
  <>
    <span className="sr-only">{catalogue.detail}</span>
    <Skeleton className="h-9 w-48" />
  </>
);

const card =
  'rounded-xl border border-line bg-surface p-4 shadow-card sm:p-6 print:border-0 print:p-0 print:shadow-none';

const ClassDetail = ({ shown }: { shown: Class }) => (
  <article className={card}>
    <ClassBody level={2} shown={shown}>
      <ClassFacts identity={identityRows(shown)} shown={shown} />
      <ClassTools shown={shown} />
      <EnrolBar stays={shown.isAlreadyApply || !shown.personal_obstacle || !shown.group_obstacle}>
        {shown.isAlreadyApply ? <OwnApplication shown={shown} /> : <EnrolLinks shown={shown} />}
      </EnrolBar>
    </ClassBody>
  </article>
);

const OwnRegistration = lazyComponent(
  async () => (await import('../enrolment/own-registration.tsx')).OwnRegistration,
  () => null,
);

/** Whoever has applied sees where they stand. A manager may still enrol a group. */
const OwnApplication = ({ shown }: { shown: Class }) => {
  const isForGroup = shown.group_obstacle === null;
  const group = useGroupInAddress();
  return (
    <div className="flex flex-wrap items-center gap-3">
      <OwnRegistration code={shown.code} isQuiet={isForGroup && group !== null} />
      {isForGroup && <GroupLink shown={shown} />}
    </div>
  );
};

/** The facts are longer than the screen: the bar stays in sight if there is a way to enrol. */
const EnrolBar = ({ children, stays }: { children: ReactNode; stays: boolean }) => (
  <div
    className={`print:hidden -mx-4 border-line border-t bg-surface px-4 py-3 sm:-mx-6 sm:px-6 ${stays ? 'action-bar bottom-0 z-10 [@media_screen_and_(min-height:30rem)]:sticky' : ''}`}
  >
    {children}
  </div>
);

const BackToList = () => {
  const { state } = useLocation();
  const from: unknown = typeof state === 'object' && state !== null && 'list' in state ? state.list : '';
  const search = typeof from === 'string' && from.startsWith('?') ? from : '';
  return (
    <p className="mt-6 print:hidden">
      <ButtonLink to={{ pathname: paths.classList.to(), search }}>{classText.backToList}</ButtonLink>
    </p>
  );
};
