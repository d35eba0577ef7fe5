import { paths } from '../platform/paths.ts';
import { frame } from '../text/zh-TW/frame.ts';

type PlainPath = {
  [Name in keyof typeof paths]: (typeof paths)[Name]['pattern'] extends `${string}:${string}` ? never : Name;
}[keyof typeof paths];

interface Entry {
  readonly label: string;
  readonly page: PlainPath;
}

export interface MenuSection {
  readonly label: string;
  readonly links: readonly { readonly label: string; readonly to: string }[];
}

const training: Entry[] = [
  { label: frame.introduction, page: 'introList' },
  { label: frame.openings, page: 'classList' },
];

const forTrainees: Entry[] = [
  { label: frame.profile, page: 'profile' },
  { label: frame.trainingRecords, page: 'trainingRecords' },
  { label: frame.records, page: 'records' },
  { label: frame.certificates, page: 'certificates' },
  { label: frame.groups, page: 'groups' },
];

const forGuests: Entry[] = [
  { label: frame.learnerLogin, page: 'login' },
  { label: frame.join, page: 'register' },
  { label: frame.forgotPassword, page: 'forgotPassword' },
];

const section = (label: string, entries: readonly Entry[]): MenuSection => ({
  label,
  links: entries.map((entry) => ({ label: entry.label, to: paths[entry.page].to() })),
});

/** Specification §2, site frame. */
export const menus = (isLoggedIn: boolean): MenuSection[] => [
  section(frame.training, training),
  section(frame.learnerCentre, isLoggedIn ? forTrainees : forGuests),
];
