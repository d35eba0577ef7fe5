import type { FunctionComponent, ReactElement } from 'react';
import { matchPath, Route, Routes } from 'react-router';
import { HomePage } from '../home/home-page.tsx';
import { type PathName, paths } from '../platform/paths.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { Frame } from './frame.tsx';
import { Guarded } from './guards.tsx';
import { type LazyPage, lazyPage } from './lazy-page.tsx';
import { SideMenu } from './side-menu.tsx';

const sitePage = lazyPage(async () => (await import('../content/site-page.tsx')).SitePage);

const NotFoundPage = lazyPage(async () => (await import('./not-found-page.tsx')).NotFoundPage);

const pages: Record<PathName, FunctionComponent | LazyPage> = {
  home: () => <HomePage menu={<SideMenu />} />,
  forgotPassword: lazyPage(
    async () => (await import('../accounts/forgot-password-page.tsx')).ForgotPasswordPage,
  ),
  classList: lazyPage(async () => {
    const { ClassListPage, preloadOpened } = await import('../catalogue/class-list-page.tsx');
    await preloadOpened();
    return ClassListPage;
  }),
  classDetail: lazyPage(async () => (await import('../catalogue/class-detail-page.tsx')).ClassDetailPage),
  introList: lazyPage(async () => (await import('../content/intro-list-page.tsx')).IntroListPage),
  introDetail: lazyPage(async () => (await import('../content/intro-detail-page.tsx')).IntroDetailPage),
  login: lazyPage(async () => (await import('../accounts/login-page.tsx')).LoginPage),
  register: lazyPage(async () => (await import('../accounts/register-page.tsx')).RegisterPage),
  undoChange: lazyPage(async () => (await import('../accounts/undo-change-page.tsx')).UndoChangePage),
  privacy: lazyPage(async () => (await import('../accounts/privacy-page.tsx')).PrivacyPage),
  contact: sitePage,
  help: sitePage,
  accessibility: sitePage,
  profile: lazyPage(async () => (await import('../accounts/profile-page.tsx')).ProfilePage),
  records: lazyPage(async () => (await import('../enrolment/records-page.tsx')).RecordsPage),
  trainingRecords: lazyPage(async () => (await import('../training/records-page.tsx')).TrainingRecordsPage),
  certificates: lazyPage(async () => (await import('../certificates/list-page.tsx')).CertificateListPage),
  renewal: lazyPage(async () => (await import('../certificates/renewal-page.tsx')).RenewalPage),
  paymentReport: lazyPage(async () => (await import('../payment/payment-report-page.tsx')).PaymentReportPage),
  personalEnrolment: lazyPage(async () => (await import('../enrolment/confirm-page.tsx')).ConfirmPage),
  registrationInfo: lazyPage(
    async () => (await import('../enrolment/registration-info-page.tsx')).RegistrationInfoPage,
  ),
  documents: lazyPage(async () => (await import('../documents/documents-page.tsx')).DocumentsPage),
  groupEnrolment: lazyPage(
    async () => (await import('../groups/group-enrolment-page.tsx')).GroupEnrolmentPage,
  ),
  groups: lazyPage(async () => (await import('../groups/groups-page.tsx')).GroupsPage),
  groupMember: lazyPage(async () => (await import('../groups/member-view.tsx')).MemberView),
  groupManagement: lazyPage(async () => (await import('../groups/management-view.tsx')).ManagementView),
  groupMemberProfile: lazyPage(
    async () => (await import('../groups/member-profile-page.tsx')).MemberProfilePage,
  ),
  groupClassRoster: lazyPage(async () => (await import('../training/class-roster-page.tsx')).ClassRosterPage),
};

const parents: Partial<Record<PathName, PathName>> = { groupMember: 'groups', groupManagement: 'groups' };

const names = Object.keys(paths) as PathName[];

const childrenOf = (parent: PathName | undefined) => names.filter((name) => parents[name] === parent);

/** Loads the page, and the page around a nested one. */
export const preloadPage = async (pathname: string): Promise<void> => {
  const name = names.find((candidate) =>
    matchPath({ path: paths[candidate].pattern, caseSensitive: true }, pathname),
  );
  const parent = name && parents[name];
  await Promise.all([preload(name), preload(parent)]);
};

/** Ignores failures: the person sees them when the page is opened. */
const preload = async (name: PathName | undefined): Promise<void> => {
  const page = name && pages[name];
  if (page && 'preload' in page) await page.preload().catch(() => undefined);
};

const routeOf = (name: PathName): ReactElement => {
  const Page = pages[name];
  const route = paths[name];
  return (
    <Route
      caseSensitive
      key={name}
      path={route.pattern}
      element={
        <Guarded route={route}>
          <Page />
        </Guarded>
      }
    >
      {childrenOf(name).map(routeOf)}
    </Route>
  );
};

export const AppRoutes = () => (
  <Routes>
    <Route
      element={
        <ErrorBoundary>
          <Frame />
        </ErrorBoundary>
      }
    >
      {childrenOf(undefined).map(routeOf)}
      <Route path="*" element={<NotFoundPage />} />
    </Route>
  </Routes>
);
