import type { ComponentType } from 'react';
import { fetchPanelBesideList } from '../enrolment/review/panel-code.ts';
import { paths } from '../platform/paths.ts';

type LoadPage = () => Promise<{ Component: ComponentType }>;

/** The pages with which people open the office. The first script begins to fetch the code of the one that is opened. */
export const firstPages = {
  today: async () => ({ Component: (await import('../reports/today/today-page.tsx')).TodayPage }),
  login: async () => ({ Component: (await import('../staff/sign-in/login-page.tsx')).LoginPage }),
  trainingClasses: async () => ({
    Component: (await import('../classes/list/classes-page.tsx')).ClassesPage,
  }),
  overdue: async () => ({ Component: (await import('../enrolment/overdue/overdue-page.tsx')).OverduePage }),
  teaching: async () => ({ Component: (await import('../training/teaching-page.tsx')).TeachingPage }),
  reviews: async () => {
    fetchPanelBesideList();
    return { Component: (await import('../enrolment/review/reviews-page.tsx')).ReviewsPage };
  },
  registrations: async () => ({
    Component: (await import('../enrolment/registrations/registrations-page.tsx')).RegistrationsPage,
  }),
  people: async () => ({ Component: (await import('../people/people-page.tsx')).PeoplePage }),
  accounts: async () => ({ Component: (await import('../statements/accounts-page.tsx')).AccountsPage }),
  desk: async () => ({ Component: (await import('../statements/desk/desk-page.tsx')).DeskPage }),
  payments: async () => ({ Component: (await import('../payment/payments-page.tsx')).PaymentsPage }),
  refunds: async () => ({ Component: (await import('../payment/refunds-page.tsx')).RefundsPage }),
  certificates: async () => ({
    Component: (await import('../certificates/certificates-page.tsx')).CertificatesPage,
  }),
  register: async () => ({
    Component: (await import('../certificates/register/register-page.tsx')).RegisterPage,
  }),
  renewals: async () => ({
    Component: (await import('../certificates/renewals/renewals-page.tsx')).RenewalsPage,
  }),
  groups: async () => ({ Component: (await import('../groups/groups-page.tsx')).GroupsPage }),
  mails: async () => ({ Component: (await import('../correspondence/mails-page.tsx')).MailsPage }),
  privacy: async () => ({
    Component: (await import('../privacy/requests/requests-page.tsx')).RequestsPage,
  }),
  events: async () => ({ Component: (await import('../audit/events-page.tsx')).EventsPage }),
} as const satisfies Partial<Record<keyof typeof paths, LoadPage>>;

type FirstPage = keyof typeof firstPages;

/** If this fails, the router asks for the page once more. */
export const fetchPage = (name: FirstPage): void => {
  firstPages[name]().catch(() => undefined);
};

/** Parameters of these pages are numbers. */
const isAt = (address: string, name: FirstPage): boolean =>
  new RegExp(`^${paths[name].pattern.replace(/:\w+/g, '\\d+')}$`).test(address);

export const fetchPageAt = (address: string): void => {
  for (const name of Object.keys(firstPages) as FirstPage[]) if (isAt(address, name)) fetchPage(name);
};
