import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { useQuery } from '@tanstack/react-query';
import { DueContent } from '../../content/due-content.tsx';
import { Page } from '../../platform/page.tsx';
import { sessionQuery, useMay } from '../../platform/session.ts';
import { SetupSection } from '../../settings/setup-section.tsx';
import { todayText as text } from '../../text/zh-TW/today.ts';
import { TodaysClasses } from '../../training/todays-classes.tsx';
import { ChartsSection } from './charts-section.tsx';
import { TasksSection } from './tasks-section.tsx';
import { UpcomingSection } from './upcoming-section.tsx';

export const TodayPage = () => {
  const { data: session } = useQuery(sessionQuery);
  const mayReview = useMay('registration.review');
  const mayConfirm = useMay('payment.confirm');
  const mayTeach = useMay('result.write');
  const maySeeClasses = useMay('class.read');
  const maySeeReports = useMay('report.read');
  const mayEditContent = useMay('content.edit');
  const maySetUp = useMay('settings.edit');
  const mayDealWithPrivacy = useMay('privacy.handle');
  if (!session) return null;
  const hasWork = mayReview || mayConfirm || mayTeach || mayDealWithPrivacy;
  const hasNothing = !hasWork && !maySeeClasses && !maySeeReports && !mayEditContent;
  return (
    <Page lead={text.welcome(session.name)} title={text.title}>
      {maySetUp && <SetupSection />}
      {mayTeach && <TodaysClasses />}
      {hasWork && <TasksSection />}
      {mayEditContent && <DueContent />}
      {maySeeClasses && <UpcomingSection />}
      {maySeeReports && <ChartsSection />}
      {hasNothing && <EmptyState title={text.nothing} />}
    </Page>
  );
};
