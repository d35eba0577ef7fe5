import { usePageTitle } from '@portal/kit/browser/page-title.ts';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { useQuery } from '@tanstack/react-query';
import { sessionQuery, useMay } from '../platform/session.ts';
import { todayText as text } from '../text/zh-TW/today.ts';
import { ChartsSection } from './charts-section.tsx';
import { Tiles } from './tiles.tsx';
import { UpcomingSection } from './upcoming-section.tsx';

/** Each part is shown to staff who have a right for it. */
export const TodayPage = () => {
  usePageTitle(text.title);
  const { data: session } = useQuery(sessionQuery);
  const mayReview = useMay('registration.review');
  const maySeeClasses = useMay('class.read');
  const maySeeReports = useMay('report.read');
  if (!session) return null;
  const hasNothing = !mayReview && !maySeeClasses && !maySeeReports;
  return (
    <>
      <h1>{text.title}</h1>
      <p className="mt-1 text-ink-soft">{text.welcome(session.name)}</p>
      {mayReview && <Tiles />}
      {maySeeClasses && <UpcomingSection />}
      {maySeeReports && <ChartsSection />}
      {hasNothing && (
        <div className="mt-6">
          <EmptyState title={text.nothing} />
        </div>
      )}
    </>
  );
};
