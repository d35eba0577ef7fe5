import type { Right } from '@portal/contract/rights';
import type { ComponentType } from 'react';
import { tabsText } from '../text/zh-TW/tabs.ts';

/** Its component reads the group by `useShownGroup`. */
interface GroupTab {
  /** The last part of the address; empty for the first tab. */
  readonly path: string;
  readonly title: string;
  readonly right?: Right;
  /** Only for the branch that looks after the group. */
  readonly isOfBranch?: true;
  readonly load: () => Promise<{ readonly Component: ComponentType }>;
}

const tab = tabsText.group;

/** The tabs in the order of the page. */
export const groupTabs: readonly GroupTab[] = [
  {
    path: '',
    title: tab.members,
    load: async () => ({ Component: (await import('./people/people-tabs.tsx')).MembersTab }),
  },
  {
    path: 'managers',
    title: tab.managers,
    load: async () => ({ Component: (await import('./people/people-tabs.tsx')).ManagersTab }),
  },
  {
    path: 'certificates',
    title: tab.certificates,
    right: 'certificate.read',
    isOfBranch: true,
    load: async () => ({ Component: (await import('./certificates/certificates-tab.tsx')).CertificatesTab }),
  },
  {
    path: 'registrations',
    title: tab.registrations,
    right: 'registration.read',
    load: async () => ({ Component: (await import('./registrations-tab.tsx')).RegistrationsTab }),
  },
  {
    path: 'history',
    title: tab.history,
    isOfBranch: true,
    load: async () => ({ Component: (await import('./history-tab.tsx')).HistoryTab }),
  },
];
