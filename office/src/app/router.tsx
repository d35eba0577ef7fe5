import { SkeletonRows } from '@portal/kit/ui/skeleton.tsx';
import { createBrowserRouter } from 'react-router';
import { classTabs } from '../classes/page/class-tabs.ts';
import { groupTabs } from '../groups/group-tabs.ts';
import { personTabs } from '../people/page/person-tabs.ts';
import { paths } from '../platform/paths.ts';
import { BrokenPage } from './broken-page.tsx';
import { firstPages } from './first-pages.ts';
import { Frame } from './frame.tsx';
import { NotFoundPage } from './not-found-page.tsx';

export const router = createBrowserRouter(
  [
    {
      errorElement: <BrokenPage />,
      hydrateFallbackElement: (
        <main className="mx-auto max-w-page p-6">
          <SkeletonRows />
        </main>
      ),
      children: [
        { path: paths.login.pattern, lazy: firstPages.login },
        {
          path: paths.invitation.pattern,
          lazy: async () => ({
            Component: (await import('../staff/sign-in/invitation-page.tsx')).InvitationPage,
          }),
        },
        {
          path: paths.forgotten.pattern,
          lazy: async () => ({
            Component: (await import('../staff/sign-in/forgotten-page.tsx')).ForgottenPage,
          }),
        },
        {
          path: paths.newPassword.pattern,
          lazy: async () => ({
            Component: (await import('../staff/sign-in/new-password-page.tsx')).NewPasswordPage,
          }),
        },
      ],
    },
    {
      element: <Frame />,
      errorElement: <BrokenPage />,
      children: [
        {
          errorElement: <BrokenPage />,
          hydrateFallbackElement: <SkeletonRows />,
          children: [
            { path: paths.today.pattern, lazy: firstPages.today },
            { path: paths.trainingClasses.pattern, lazy: firstPages.trainingClasses },
            {
              path: paths.newClass.pattern,
              lazy: async () => ({
                Component: (await import('../classes/form/new-class-page.tsx')).NewClassPage,
              }),
            },
            {
              path: paths.editTrainingClass.pattern,
              lazy: async () => ({
                Component: (await import('../classes/form/edit-class-page.tsx')).EditClassPage,
              }),
            },
            {
              path: paths.previewedClass.pattern,
              lazy: async () => ({
                Component: (await import('../classes/page/preview-page.tsx')).PreviewPage,
              }),
            },
            { path: paths.overdue.pattern, lazy: firstPages.overdue },
            {
              path: paths.trainingClass.pattern,
              lazy: async () => ({ Component: (await import('../classes/page/class-page.tsx')).ClassPage }),
              children: classTabs.map(({ path, load }) =>
                path === '' ? { index: true, lazy: load } : { path, lazy: load },
              ),
            },
            { path: paths.teaching.pattern, lazy: firstPages.teaching },
            { path: paths.reviews.pattern, lazy: firstPages.reviews },
            {
              path: paths.enrolOnBehalf.pattern,
              lazy: async () => ({
                Component: (await import('../enrolment/on-behalf/on-behalf-page.tsx')).OnBehalfPage,
              }),
            },
            { path: paths.registrations.pattern, lazy: firstPages.registrations },
            {
              path: paths.registration.pattern,
              lazy: async () => ({
                Component: (await import('../enrolment/registrations/registration-page.tsx'))
                  .RegistrationPage,
              }),
            },
            {
              path: paths.phrases.pattern,
              lazy: async () => ({
                Component: (await import('../enrolment/phrases/phrases-page.tsx')).PhrasesPage,
              }),
            },
            { path: paths.people.pattern, lazy: firstPages.people },
            {
              path: paths.twins.pattern,
              lazy: async () => ({ Component: (await import('../people/twins/twins-page.tsx')).TwinsPage }),
            },
            {
              path: paths.mergePerson.pattern,
              lazy: async () => ({ Component: (await import('../people/merge/merge-page.tsx')).MergePage }),
            },
            {
              path: paths.mergePreview.pattern,
              lazy: async () => ({
                Component: (await import('../people/merge/merge-preview-page.tsx')).MergePreviewPage,
              }),
            },
            {
              path: paths.editPerson.pattern,
              lazy: async () => ({
                Component: (await import('../people/page/edit-person-page.tsx')).EditPersonPage,
              }),
            },
            {
              path: paths.person.pattern,
              lazy: async () => ({ Component: (await import('../people/page/person-page.tsx')).PersonPage }),
              children: personTabs.map(({ path, load }) =>
                path === '' ? { index: true, lazy: load } : { path, lazy: load },
              ),
            },
            { path: paths.accounts.pattern, lazy: firstPages.accounts },
            { path: paths.payments.pattern, lazy: firstPages.payments },
            { path: paths.refunds.pattern, lazy: firstPages.refunds },
            { path: paths.desk.pattern, lazy: firstPages.desk },
            {
              path: paths.statementImport.pattern,
              lazy: async () => ({
                Component: (await import('../statements/import/import-page.tsx')).ImportPage,
              }),
            },
            {
              path: paths.daySheet.pattern,
              lazy: async () => ({
                Component: (await import('../statements/day-sheet/day-sheet-page.tsx')).DaySheetPage,
              }),
            },
            {
              path: paths.content.pattern,
              lazy: async () => ({ Component: (await import('../content/content-page.tsx')).ContentPage }),
            },
            {
              path: paths.banners.pattern,
              lazy: async () => ({
                Component: (await import('../content/banners/banners-page.tsx')).BannersPage,
              }),
            },
            {
              path: paths.newBanner.pattern,
              lazy: async () => ({
                Component: (await import('../content/banners/banner-page.tsx')).NewBannerPage,
              }),
            },
            {
              path: paths.banner.pattern,
              lazy: async () => ({
                Component: (await import('../content/banners/banner-page.tsx')).BannerPage,
              }),
            },
            {
              path: paths.introTypes.pattern,
              lazy: async () => ({
                Component: (await import('../content/introductions/intro-types-page.tsx')).IntroTypesPage,
              }),
            },
            {
              path: paths.introType.pattern,
              lazy: async () => ({
                Component: (await import('../content/introductions/intro-type-page.tsx')).IntroTypePage,
              }),
            },
            {
              path: paths.newIntro.pattern,
              lazy: async () => ({
                Component: (await import('../content/introductions/intro-page.tsx')).NewIntroPage,
              }),
            },
            {
              path: paths.intro.pattern,
              lazy: async () => ({
                Component: (await import('../content/introductions/intro-page.tsx')).IntroPage,
              }),
            },
            {
              path: paths.sitePages.pattern,
              lazy: async () => ({
                Component: (await import('../content/pages/site-pages-page.tsx')).SitePagesPage,
              }),
            },
            {
              path: paths.sitePage.pattern,
              lazy: async () => ({ Component: (await import('../content/pages/site-page.tsx')).SitePage }),
            },
            {
              path: paths.pictures.pattern,
              lazy: async () => ({
                Component: (await import('../content/pictures-page.tsx')).PicturesPage,
              }),
            },
            {
              path: paths.footer.pattern,
              lazy: async () => ({
                Component: (await import('../content/pages/footer-page.tsx')).FooterPage,
              }),
            },
            { path: paths.mails.pattern, lazy: firstPages.mails },
            {
              path: paths.mail.pattern,
              lazy: async () => ({ Component: (await import('../correspondence/mail-page.tsx')).MailPage }),
            },
            {
              path: paths.account.pattern,
              lazy: async () => ({
                Component: (await import('../staff/account/account-page.tsx')).AccountPage,
              }),
            },
            { path: paths.events.pattern, lazy: firstPages.events },
            { path: paths.certificates.pattern, lazy: firstPages.certificates },
            {
              path: paths.unclassedCertificate.pattern,
              lazy: async () => ({
                Component: (await import('../certificates/unclassed/unclassed-page.tsx')).UnclassedPage,
              }),
            },
            { path: paths.renewals.pattern, lazy: firstPages.renewals },
            { path: paths.register.pattern, lazy: firstPages.register },
            {
              path: paths.certificate.pattern,
              lazy: async () => ({
                Component: (await import('../certificates/register/certificate-page.tsx')).CertificatePage,
              }),
            },
            { path: paths.privacy.pattern, lazy: firstPages.privacy },
            {
              path: paths.newPrivacyRequest.pattern,
              lazy: async () => ({
                Component: (await import('../privacy/requests/new-request-page.tsx')).NewRequestPage,
              }),
            },
            {
              path: paths.incidents.pattern,
              lazy: async () => ({
                Component: (await import('../privacy/incidents/incidents-page.tsx')).IncidentsPage,
              }),
            },
            {
              path: paths.newIncident.pattern,
              lazy: async () => ({
                Component: (await import('../privacy/incidents/new-incident-page.tsx')).NewIncidentPage,
              }),
            },
            {
              path: paths.incident.pattern,
              lazy: async () => ({
                Component: (await import('../privacy/incidents/incident-page.tsx')).IncidentPage,
              }),
            },
            {
              path: paths.editIncident.pattern,
              lazy: async () => ({
                Component: (await import('../privacy/incidents/edit-incident-page.tsx')).EditIncidentPage,
              }),
            },
            {
              path: paths.personLooks.pattern,
              lazy: async () => ({ Component: (await import('../privacy/looks/looks-page.tsx')).LooksPage }),
            },
            {
              path: paths.privacyRequest.pattern,
              lazy: async () => ({
                Component: (await import('../privacy/requests/request-page.tsx')).RequestPage,
              }),
            },
            { path: paths.groups.pattern, lazy: firstPages.groups },
            {
              path: paths.group.pattern,
              lazy: async () => ({ Component: (await import('../groups/group-page.tsx')).GroupPage }),
              children: groupTabs.map(({ path, load }) =>
                path === '' ? { index: true, lazy: load } : { path, lazy: load },
              ),
            },
            {
              path: paths.reports.pattern,
              lazy: async () => ({
                Component: (await import('../reports/figures/report-page.tsx')).ReportPage,
              }),
            },
            {
              path: paths.jobs.pattern,
              lazy: async () => ({ Component: (await import('../jobs/jobs-page.tsx')).JobsPage }),
            },
            {
              path: paths.imports.pattern,
              lazy: async () => ({ Component: (await import('../imports/imports-page.tsx')).ImportsPage }),
            },
            {
              path: paths.newImport.pattern,
              lazy: async () => ({
                Component: (await import('../imports/new-import-page.tsx')).NewImportPage,
              }),
            },
            {
              path: paths.import.pattern,
              lazy: async () => ({ Component: (await import('../imports/import-page.tsx')).ImportPage }),
            },
            {
              path: paths.settings.pattern,
              lazy: async () => ({
                Component: (await import('../settings/settings-home.tsx')).SettingsHome,
              }),
            },
            {
              path: paths.site.pattern,
              lazy: async () => ({ Component: (await import('../settings/site/site-page.tsx')).SitePage }),
            },
            {
              path: paths.letters.pattern,
              lazy: async () => ({
                Component: (await import('../settings/letters/letters-page.tsx')).LettersPage,
              }),
            },
            {
              path: paths.staff.pattern,
              lazy: async () => ({ Component: (await import('../staff/members/staff-page.tsx')).StaffPage }),
            },
            {
              path: paths.member.pattern,
              lazy: async () => ({
                Component: (await import('../staff/members/member-page.tsx')).MemberPage,
              }),
            },
            {
              path: paths.start.pattern,
              lazy: async () => ({ Component: (await import('../settings/start-page.tsx')).StartPage }),
            },
            {
              path: paths.organizations.pattern,
              lazy: async () => ({
                Component: (await import('../catalogue/organizations/organizations-page.tsx'))
                  .OrganizationsPage,
              }),
            },
            {
              path: paths.choices.pattern,
              lazy: async () => ({
                Component: (await import('../catalogue/choices/choices-page.tsx')).ChoicesPage,
              }),
            },
            {
              path: paths.courses.pattern,
              lazy: async () => ({
                Component: (await import('../catalogue/courses/courses-page.tsx')).CoursesPage,
              }),
            },
            {
              path: paths.newCourse.pattern,
              lazy: async () => ({
                Component: (await import('../catalogue/courses/course-page.tsx')).NewCoursePage,
              }),
            },
            {
              path: paths.course.pattern,
              lazy: async () => ({
                Component: (await import('../catalogue/courses/course-page.tsx')).CoursePage,
              }),
            },
            {
              path: paths.bankAccounts.pattern,
              lazy: async () => ({
                Component: (await import('../catalogue/bank-accounts/bank-accounts-page.tsx'))
                  .BankAccountsPage,
              }),
            },
            {
              path: paths.certificateLayouts.pattern,
              lazy: async () => ({
                Component: (await import('../certificates/layouts/layouts-page.tsx')).LayoutsPage,
              }),
            },
            {
              path: paths.certificateLayout.pattern,
              lazy: async () => ({
                Component: (await import('../certificates/layouts/layout-page.tsx')).LayoutPage,
              }),
            },
            {
              path: paths.certificateSigners.pattern,
              lazy: async () => ({
                Component: (await import('../certificates/layouts/signers-page.tsx')).SignersPage,
              }),
            },
            {
              path: paths.identifiers.pattern,
              lazy: async () => ({
                Component: (await import('../enrolment/identifiers/identifiers-page.tsx')).IdentifiersPage,
              }),
            },
            { path: '*', element: <NotFoundPage /> },
          ],
        },
      ],
    },
  ],
  { basename: '/office' },
);
