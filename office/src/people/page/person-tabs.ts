import type { Right } from '@portal/contract/rights';
import type { ComponentType } from 'react';
import { tabsText } from '../../text/zh-TW/tabs.ts';

/** Its component reads the person by `useShownPerson`. */
interface PersonTab {
  /** The last part of the address; empty for the first tab. */
  readonly path: string;
  readonly title: string;
  readonly right?: Right;
  readonly load: () => Promise<{ readonly Component: ComponentType }>;
}

const tab = tabsText.person;

/** The tabs in the order of the page. Add tabs here only. */
export const personTabs: readonly PersonTab[] = [
  {
    path: '',
    title: tab.facts,
    load: async () => ({ Component: (await import('./facts-tab.tsx')).FactsTab }),
  },
  {
    path: 'registrations',
    title: tab.registrations,
    right: 'registration.read',
    load: async () => ({ Component: (await import('./registrations-tab.tsx')).RegistrationsTab }),
  },
  {
    path: 'ledger',
    title: tab.ledger,
    right: 'payment.read',
    load: async () => ({ Component: (await import('./ledger-tab.tsx')).LedgerTab }),
  },
  {
    path: 'results',
    title: tab.results,
    right: 'result.read',
    load: async () => ({ Component: (await import('./results-tab.tsx')).ResultsTab }),
  },
  {
    path: 'certificates',
    title: tab.certificates,
    right: 'certificate.read',
    load: async () => ({ Component: (await import('./certificates-tab.tsx')).CertificatesTab }),
  },
  {
    path: 'groups',
    title: tab.groups,
    right: 'group.read',
    load: async () => ({ Component: (await import('./groups-tab.tsx')).GroupsTab }),
  },
  {
    path: 'mails',
    title: tab.mails,
    right: 'mail.read',
    load: async () => ({ Component: (await import('./mails-tab.tsx')).MailsTab }),
  },
  {
    path: 'history',
    title: tab.history,
    load: async () => ({ Component: (await import('./history-tab.tsx')).HistoryTab }),
  },
];
