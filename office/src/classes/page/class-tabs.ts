import type { Right } from '@portal/contract/rights';
import type { ComponentType } from 'react';
import { tabsText } from '../../text/zh-TW/tabs.ts';

/** Its component reads the class by `useShownClass`. */
interface ClassTab {
  /** The last part of the address; empty for the first tab. */
  readonly path: string;
  readonly title: string;
  readonly right?: Right;
  readonly load: () => Promise<{ readonly Component: ComponentType }>;
}

const tab = tabsText.trainingClass;

/** The tabs in the order of the page. Add tabs here only. */
export const classTabs: readonly ClassTab[] = [
  {
    path: '',
    title: tab.content,
    load: async () => ({ Component: (await import('../content/content-tab.tsx')).ContentTab }),
  },
  {
    path: 'roster',
    title: tab.roster,
    right: 'registration.read',
    load: async () => ({ Component: (await import('./roster-tab.tsx')).RosterTab }),
  },
  {
    path: 'attendance',
    title: tab.attendance,
    right: 'attendance.read',
    load: async () => ({
      Component: (await import('../../training/attendance/attendance-tab.tsx')).AttendanceTab,
    }),
  },
  {
    path: 'results',
    title: tab.results,
    right: 'result.read',
    load: async () => ({ Component: (await import('../../training/results/results-tab.tsx')).ResultsTab }),
  },
  {
    path: 'certificates',
    title: tab.certificates,
    right: 'certificate.read',
    load: async () => ({ Component: (await import('../../certificates/issuing-tab.tsx')).IssuingTab }),
  },
  {
    path: 'files',
    title: tab.files,
    load: async () => ({ Component: (await import('../files/files-tab.tsx')).FilesTab }),
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
