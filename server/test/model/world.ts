import { NOW } from '../app.ts';

/* The small world with which both the model and the portal begin: people, groups, classes and certificates. */

const DAY = 86_400_000;
const after = (days: number): number => NOW.getTime() + days * DAY;

export const BEGINNING = NOW.getTime();

/** Two trainees and a manager, with the names that other people read. */
export const PEOPLE = { mei: '梅', chi: '琪', lin: '林' } as const;
export type Person = keyof typeof PEOPLE;
export const people = Object.keys(PEOPLE) as Person[];

export const GROUPS = { EAST: '東隊', WEST: '西隊' } as const;
export type Group = keyof typeof GROUPS;
export const groups = Object.keys(GROUPS) as Group[];

export type Role = 'manager' | 'member';
export const MEMBERS: Record<Group, Partial<Record<Person, Role>>> = {
  EAST: { lin: 'manager', mei: 'member' },
  WEST: { lin: 'manager', chi: 'member' },
};

interface TrainingClass {
  readonly seats: number;
  readonly fee: number;
  readonly reservedFor: Group | null;
  readonly opens: number | null;
  readonly closes: number | null;
  readonly starts: number;
}

/** A class with a single seat, a free class that opens later, and a class for groups only. */
export const CLASSES = {
  single: { seats: 1, fee: 1500, reservedFor: null, opens: null, closes: after(20), starts: after(30) },
  free: { seats: 2, fee: 0, reservedFor: null, opens: after(1), closes: null, starts: after(10) },
  reserved: {
    seats: 2,
    fee: 1200,
    reservedFor: 'EAST',
    opens: after(1),
    closes: after(12),
    starts: after(15),
  },
} as const satisfies Record<string, TrainingClass>;
export type Class = keyof typeof CLASSES;
export const classes = Object.keys(CLASSES) as Class[];
export const trainingClass = (name: Class): TrainingClass => CLASSES[name];

/** Everybody reports this amount. */
export const PAID = 1500;

export type Kind = 'coach' | 'ordinary';
/** Certificates of either kind. */
export const YEARS = 3;

/** Certificates from before the first step; those of each person in the order in which they were issued. */
export const CERTIFICATES: readonly { readonly of: Person; readonly kind: Kind; readonly end: string }[] = [
  { of: 'mei', kind: 'coach', end: '2027-02-28' },
  { of: 'lin', kind: 'coach', end: '2027-06-09' },
  { of: 'chi', kind: 'coach', end: '2026-12-05' },
  { of: 'chi', kind: 'ordinary', end: '2027-02-28' },
];

/** The moments at which something changes by itself, the first one first. */
export const MOMENTS: readonly number[] = [
  ...classes.flatMap((name) => {
    const { opens, closes, starts } = trainingClass(name);
    return [opens ?? starts, closes ?? starts, starts];
  }),
  // A certificate ends with its last day, and six months before one ends it may be renewed.
  Date.parse('2026-12-06T00:00:00+08:00'),
  Date.parse('2026-12-09T00:00:00+08:00'),
]
  .filter((moment, n, all) => all.indexOf(moment) === n)
  .sort((a, b) => a - b);
