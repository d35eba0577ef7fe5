import type { Right } from '@portal/contract/rights';
import { paths } from '../platform/paths.ts';
import type { WorkKind } from '../platform/waiting.ts';
import { frameText } from '../text/zh-TW/frame.ts';
import type { SectionIconName } from './section-icon.tsx';

/** An entry of the rail. */
export interface OfficeSection {
  readonly path: (typeof paths)[keyof typeof paths];
  readonly name: string;
  readonly icon: SectionIconName;
  readonly right?: Right | readonly Right[];
  /** Opens the section when pressed after G. */
  readonly key: string;
  /** The work that is counted beside the entry. */
  readonly work?: readonly WorkKind[];
}

/** In the order of the navigation. Its pages are in router.tsx. */
export const sections: readonly OfficeSection[] = [
  { path: paths.today, name: frameText.sections.today, icon: 'inbox', key: 't' },
  {
    path: paths.openings,
    name: frameText.sections.openings,
    icon: 'calendar',
    right: 'class.read',
    key: 'c',
  },
  {
    path: paths.teaching,
    name: frameText.sections.teaching,
    icon: 'check-circle',
    right: 'attendance.read',
    key: 'a',
    work: ['results'],
  },
  {
    path: paths.reviews,
    name: frameText.sections.reviews,
    icon: 'clipboard',
    right: 'person.read',
    key: 'r',
    work: ['review'],
  },
  {
    path: paths.registrations,
    name: frameText.sections.registrations,
    icon: 'users',
    right: 'registration.read',
    key: 'n',
  },
  {
    path: paths.payments,
    name: frameText.sections.payments,
    icon: 'banknote',
    right: 'statement.read',
    key: 'p',
    work: ['reconcile', 'refunds'],
  },
  {
    path: paths.mails,
    name: frameText.sections.mails,
    icon: 'envelope',
    right: 'mail.read',
    key: 'm',
    work: ['mails'],
  },
  { path: paths.events, name: frameText.sections.events, icon: 'file', right: 'audit.read', key: 'e' },
  {
    path: paths.settings,
    name: frameText.sections.settings,
    icon: 'sliders',
    right: ['staff.read', 'registration.review'],
    key: 's',
  },
];
