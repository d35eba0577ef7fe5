import { paths } from '../platform/paths.ts';
import { frameText } from '../text/zh-TW/frame.ts';

/** The names of the paths without parameters. */
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
  { label: frameText.introduction, page: 'introList' },
  { label: frameText.trainingClasses, page: 'classList' },
];

const forTrainees: Entry[] = [
  { label: frameText.profile, page: 'profile' },
  { label: frameText.trainingRecords, page: 'trainingRecords' },
  { label: frameText.records, page: 'records' },
  { label: frameText.certificates, page: 'certificates' },
  { label: frameText.groups, page: 'groups' },
];

const forGuests: Entry[] = [
  { label: frameText.traineeLogin, page: 'login' },
  { label: frameText.join, page: 'register' },
  { label: frameText.forgotPassword, page: 'forgotPassword' },
];

const section = (label: string, entries: readonly Entry[]): MenuSection => ({
  label,
  links: entries.map((entry) => ({ label: entry.label, to: paths[entry.page].to() })),
});

/** The sections that specification §2 (site frame) lists for guests and trainees. */
export const menus = (isLoggedIn: boolean): MenuSection[] => [
  section(frameText.training, training),
  section(frameText.traineeCentre, isLoggedIn ? forTrainees : forGuests),
];
