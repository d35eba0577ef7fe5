import type { Right } from '@portal/contract/rights';
import type { Path } from '@portal/kit/browser/path.ts';
import { paths } from '../platform/paths.ts';
import type { WorkKind } from '../platform/waiting.ts';
import { frameText } from '../text/zh-TW/frame.ts';
import type { SectionIconName } from './section-icon.tsx';

/** An entry of the rail. */
export interface OfficeSection {
  /** The page that the entry opens. */
  readonly path: Path;
  /** Further pages of the section. The addresses below them belong to it too. */
  readonly pages?: readonly Path[];
  readonly name: string;
  readonly icon: SectionIconName;
  readonly right?: Right | readonly Right[];
  /** Opens the section when pressed after G. */
  readonly key: string;
  /** The work that is counted beside the entry. */
  readonly work?: readonly WorkKind[];
}

/** Whether the page at `address` belongs to the section. */
export const isIn = ({ path, pages = [] }: OfficeSection, address: string): boolean =>
  [path, ...pages].some(({ pattern }) => address === pattern || address.startsWith(`${pattern}/`));

/** The sections in the order of the navigation. Their pages are in router.tsx. */
export const sections: readonly OfficeSection[] = [
  { path: paths.today, name: frameText.sections.today, icon: 'inbox', key: 't' },
  {
    path: paths.trainingClasses,
    pages: [paths.overdue],
    name: frameText.sections.trainingClasses,
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
    pages: [paths.enrolOnBehalf],
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
  { path: paths.people, name: frameText.sections.people, icon: 'user', right: 'person.read', key: 'u' },
  {
    path: paths.accounts,
    pages: [paths.payments],
    name: frameText.sections.payments,
    icon: 'banknote',
    right: 'statement.read',
    key: 'p',
    work: ['reconcile', 'refunds'],
  },
  {
    path: paths.certificates,
    pages: [paths.register, paths.renewals, paths.unclassedCertificate],
    name: frameText.sections.certificates,
    icon: 'certificate',
    right: 'certificate.read',
    key: 'v',
    work: ['certificates', 'renewals'],
  },
  {
    path: paths.groups,
    name: frameText.sections.groups,
    icon: 'team',
    right: 'group.read',
    key: 'g',
  },
  {
    path: paths.content,
    name: frameText.sections.content,
    icon: 'page',
    right: 'content.read',
    key: 'w',
  },
  {
    path: paths.mails,
    name: frameText.sections.mails,
    icon: 'envelope',
    right: 'mail.read',
    key: 'm',
    work: ['mails'],
  },
  {
    path: paths.privacy,
    name: frameText.sections.privacy,
    icon: 'lock',
    right: 'privacy.handle',
    key: 'd',
    work: ['privacy', 'incidents'],
  },
  { path: paths.reports, name: frameText.sections.reports, icon: 'bars', right: 'report.read', key: 'b' },
  { path: paths.events, name: frameText.sections.events, icon: 'file', right: 'audit.read', key: 'e' },
  {
    path: paths.settings,
    pages: [
      ...[paths.staff, paths.courses, paths.bankAccounts, paths.phrases, paths.identifiers],
      ...[paths.certificateLayouts, paths.certificateSigners, paths.organizations],
      ...[paths.choices, paths.imports],
    ],
    name: frameText.sections.settings,
    icon: 'sliders',
    right: ['staff.read', 'registration.review'],
    key: 's',
  },
];
