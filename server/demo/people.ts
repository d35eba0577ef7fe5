import type { OrganizationCode } from './content.ts';
import { people as names } from './content.ts';

export interface DemoPerson {
  readonly name: string;
  readonly english: string;
  readonly country: 'local' | 'foreign';
  /** National ID, passport or residence-certificate number; invented, with the right check digit. */
  readonly account: string;
  /** 1 male, 0 female. */
  readonly sex: 0 | 1;
  readonly born: string;
  readonly organization: OrganizationCode;
}

const person = (
  name: string,
  english: string,
  account: string,
  sex: 0 | 1,
  born: string,
  organization: OrganizationCode,
  country: 'local' | 'foreign' = 'local',
): DemoPerson => ({ name, english, account, sex, born, organization, country });

/** The people whom the README and the tests know by name. */
export const cast = {
  lin: person('林怡君', 'Lin Yi-Chun', 'F299990019', 0, '1992-05-14', 'TPE'),
  chen: person('陳志明', 'Chen Chih-Ming', 'A199990021', 1, '1985-03-02', 'TPE'),
  hsu: person('許雅婷', 'Hsu Ya-Ting', 'S299990037', 0, '1987-09-09', 'TPE'),
  john: person('史約翰', 'John Smith', 'A809999058', 1, '1988-11-20', 'TPE', 'foreign'),
  maria: person('瑪麗亞', 'Maria Garcia', 'P12345678', 0, '1995-07-07', 'NTP', 'foreign'),
  huang: person('黃淑芬', 'Huang Shu-Fen', 'B299990060', 0, '1991-02-03', 'TPE'),
  chang: person('張家豪', 'Chang Chia-Hao', 'D199990079', 1, '1993-04-05', 'TPE'),
  li: person('李佩珊', 'Li Pei-Shan', 'H299990084', 0, '1994-06-07', 'TYN'),
  wu: person('吳俊傑', 'Wu Chun-Chieh', 'U199990091', 1, '1989-08-09', 'HUN'),
  tsai: person('蔡明哲', 'Tsai Ming-Che', 'F199990106', 1, '1986-10-11', 'NTP'),
} as const satisfies Record<string, DemoPerson>;

export type CastName = keyof typeof cast;

/** Came from the old system: the password is the birth date, the profile is not complete. */
export const imported = person('王大同', 'Wang Ta-Tung', 'E199990043', 1, '1990-01-01', 'KHH');

export const DEMO_PASSWORD = 'Portal-2026';

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVXYWZIO';
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 1];

/** Serial numbers of nines, very unlikely to belong to a real person. */
const inventedId = (letter: string, sex: 0 | 1, serial: number): string => {
  const value = 10 + LETTERS.indexOf(letter);
  const body = `${sex === 1 ? 1 : 2}99${String(99_000 - serial).padStart(5, '9')}`;
  const sum = [...body].reduce(
    (total, digit, at) => total + Number(digit) * (WEIGHTS[at] ?? 0),
    Math.floor(value / 10) + (value % 10) * 9,
  );
  return `${letter}${body}${(10 - (sum % 10)) % 10}`;
};

const homes: readonly OrganizationCode[] = ['TPE', 'NTP', 'TYN', 'TXG', 'TNN', 'KHH', 'HUN', 'TPE'];
const birthplaces = 'AFHBDEUA';
const two = (n: number) => String(n).padStart(2, '0');

const extra = (n: number): DemoPerson => {
  const sex: 0 | 1 = n % 2 === 0 ? 0 : 1;
  const family = names.familyNames[(n * 7) % names.familyNames.length];
  const givenNames = sex === 1 ? names.givenNamesMale : names.givenNamesFemale;
  const given = givenNames[(n * 5) % givenNames.length];
  return person(
    `${family?.chinese}${given?.chinese}`,
    `${family?.english} ${given?.english}`,
    inventedId(birthplaces.charAt(n % birthplaces.length), sex, n),
    sex,
    `${1970 + ((n * 11) % 35)}-${two(1 + ((n * 5) % 12))}-${two(1 + ((n * 3) % 28))}`,
    homes[n % homes.length] ?? 'TPE',
  );
};

/** The trainees who fill the classes. */
export const extras: readonly DemoPerson[] = Array.from({ length: 40 }, (_, n) => extra(n));

const FIRST_EXTRAS = 16;

/** The first trainees joined before the demo's two years, the others month by month since. */
export const extraJoinedDaysAgo = (n: number): number =>
  n < FIRST_EXTRAS ? 830 : 70 + (extras.length - 1 - n) * 31;

const castJoinedDaysAgo: Partial<Record<CastName, number>> = { maria: 45, john: 12 };

export const castJoinedOf = (name: CastName): number => castJoinedDaysAgo[name] ?? 900;
