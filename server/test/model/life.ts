import { addDays, addMonths, addYears, today } from '@portal/contract/dates';
import type { CertificateKey, RegistrationKey } from './steps.ts';
import {
  BEGINNING,
  CERTIFICATES,
  type Class,
  classes,
  type Group,
  groups,
  type Kind,
  MEMBERS,
  type Person,
  type Role,
  trainingClass,
  YEARS,
} from './world.ts';

/*
 * The plain model, which keeps the state in memory and follows the decisions on registrations, groups and certificates. It
 * does not use the server's tables, rules and states.
 */

export type State = 'pending' | 'rejected' | 'unpaid' | 'reported' | 'confirmed' | 'cancelled';

export interface Registration {
  readonly key: RegistrationKey;
  readonly who: Person;
  class: Class;
  readonly group: Group | null;
  state: State;
  reason: string | null;
  result: 1 | 2 | null;
  score: number | null;
  /** The part of the former fee that counts after a move to a dearer class. */
  credited: number;
  /** A payment was reported and nobody has confirmed or rejected it, even if the registration was cancelled since. */
  hasOpenReport: boolean;
  /** `enrol: → pending`, by whom. */
  readonly events: string[];
}

interface Report {
  readonly class: Class;
  readonly by: Person;
  readonly group: Group | null;
  readonly lastFive: string;
  readonly covers: readonly RegistrationKey[];
}

interface Request {
  approved: boolean | null;
  readonly frontNote: string | null;
  backendNote: string | null;
}

export interface Certificate {
  readonly key: CertificateKey;
  readonly of: Person;
  readonly kind: Kind;
  readonly issued: string;
  readonly end: string;
  /** A renewal or a correction brought it. */
  readonly renewal: boolean;
  replacedBy: CertificateKey | null;
  /** `lapsed`: it had ended when the person was issued another of its kind, or before. */
  state: 'valid' | 'renewed' | 'corrected' | 'revoked' | 'lapsed';
  requests: Request[];
}

export interface Life {
  now: number;
  readonly registrations: Registration[];
  readonly reports: Report[];
  readonly members: Record<Group, Partial<Record<Person, Role | 'left'>>>;
  readonly certificates: Certificate[];
  /** `single/mei/0 1500`. */
  readonly refunds: string[];
  /** `mei enrolled`. */
  readonly mails: string[];
  /** Further history of certificates. */
  readonly audit: string[];
}

export const day = (life: Life): string => today(new Date(life.now));

/** The last valid day of what is issued for so many years. */
export const usualEnd = (issued: string): string => addDays(addYears(issued, YEARS), -1);

const firstCertificates = (): Certificate[] => {
  const counted = new Map<Person, number>();
  return CERTIFICATES.map(({ of, kind, end }) => {
    const n = counted.get(of) ?? 0;
    counted.set(of, n + 1);
    const issued = addDays(addYears(end, -YEARS), 1);
    return {
      key: `${of}#${n}`,
      of,
      kind,
      issued,
      end,
      renewal: false,
      replacedBy: null,
      state: 'valid',
      requests: [],
    };
  });
};

/** The initial state. */
export const newLife = (): Life => ({
  now: BEGINNING,
  registrations: [],
  reports: [],
  members: structuredClone(MEMBERS),
  certificates: firstCertificates(),
  refunds: [],
  mails: [],
  audit: [],
});

const HOLD: readonly State[] = ['pending', 'unpaid', 'reported', 'confirmed'];

export const holds = ({ state }: Registration): boolean => HOLD.includes(state);

export const ofClass = (life: Life, name: Class): Registration[] =>
  life.registrations.filter((registration) => registration.class === name);

/** A person's registration that counts in a class: the one that holds a seat, or else the last one. */
export const lastOf = (life: Life, who: Person, name: Class): Registration | undefined => {
  const all = ofClass(life, name).filter((registration) => registration.who === who);
  return all.find(holds) ?? all.at(-1);
};

/** Cancelled registrations are not shown; a rejected one is shown until its person applies again. */
export const isShown = (life: Life, registration: Registration): boolean =>
  registration.state !== 'cancelled' && lastOf(life, registration.who, registration.class) === registration;

export const seatsHeld = (life: Life, name: Class): number => ofClass(life, name).filter(holds).length;

export const isFull = (life: Life, name: Class): boolean =>
  seatsHeld(life, name) >= trainingClass(name).seats;

export const hasStarted = (life: Life, name: Class): boolean => trainingClass(name).starts <= life.now;

/** The reason why nobody can enrol now. */
export const windowObstacle = (life: Life, name: Class): 'started' | 'not_open_yet' | 'closed' | null => {
  const { opens, closes } = trainingClass(name);
  if (hasStarted(life, name)) return 'started';
  if (opens !== null && life.now < opens) return 'not_open_yet';
  return closes !== null && closes <= life.now ? 'closed' : null;
};

export const managedBy = (life: Life, who: Person): Group[] =>
  groups.filter((group) => life.members[group][who] === 'manager');

/** Through a group that the person manages: it belongs to the group's roster. */
export const isManagedBy = (life: Life, who: Person, { group }: Registration): boolean =>
  group !== null && managedBy(life, who).includes(group);

/** The registrations selected by a class code: one's own, else those of a managed group that holds seats. */
const meant = (
  life: Life,
  who: Person,
  name: Class,
  group: Group | null,
): { group: Group | null; seats: Registration[] } | null => {
  const seats = ofClass(life, name).filter(holds);
  const own = seats.find((seat) => seat.who === who && !isManagedBy(life, who, seat));
  if (own && group === null) return { group: null, seats: [own] };
  const through = managedBy(life, who)
    .filter((managed) => group === null || managed === group)
    .find((managed) => seats.some((seat) => seat.group === managed));
  return through ? { group: through, seats: seats.filter((seat) => seat.group === through) } : null;
};

/** The state shown for several registrations: the most urgent one. */
export const folded = (registrations: readonly Registration[]): State | undefined =>
  (['unpaid', 'reported', 'pending', 'confirmed', 'rejected'] as const).find((state) =>
    registrations.some((registration) => registration.state === state),
  );

/** The registrations that a report would cover, or the reason and state why nothing is due. */
export const payable = (life: Life, who: Person, name: Class, group: Group | null) => {
  const found = meant(life, who, name, group);
  if (!found) {
    const own = lastOf(life, who, name);
    const refused = group === null && own?.state === 'rejected' && !isManagedBy(life, who, own);
    return refused
      ? ({ state: 'rejected', not: 'payment_not_approved' } as const)
      : ({ state: null, not: 'not_applied' } as const);
  }
  const state = folded(found.seats);
  if (state === 'pending') return { state, not: 'payment_not_approved' } as const;
  if (state === 'confirmed') return { state, not: 'payment_confirmed' } as const;
  return { ...found, state, covered: found.seats.filter((seat) => seat.state === state) };
};

export const isAsked = ({ requests }: Certificate): boolean =>
  requests.some(({ approved }) => approved === null);

export const isCurrent = (life: Life, { state, end }: Pick<Certificate, 'state' | 'end'>): boolean =>
  state === 'valid' && day(life) <= end;

/** The one certificate of its kind that a person may renew. */
export const validOf = (life: Life, of: Person, kind: Kind): Certificate | undefined =>
  life.certificates.find((held) => held.of === of && held.kind === kind && held.state === 'valid');

/** Why a renewal cannot be asked for today. */
export const renewalObstacle = (life: Life, certificate: Certificate) => {
  if (certificate.kind === 'ordinary') return 'certificate_ordinary';
  if (certificate.state === 'revoked') return 'certificate_revoked';
  if (certificate.replacedBy !== null) return 'certificate_replaced';
  if (isAsked(certificate)) return 'renewal_asked';
  if (certificate.end < day(life)) return 'certificate_expired';
  return day(life) < addMonths(certificate.end, -6) ? 'renewal_not_open' : null;
};

export const certificatesOf = (life: Life, who: Person): Certificate[] =>
  life.certificates.filter(({ of }) => of === who);

/** The permanent history: one sorted line for each thing. */
export const ledger = (life: Life): Record<string, string[]> => ({
  numbers: classes.map((name) => `${name} ${seatsHeld(life, name)}`),
  registrations: life.registrations.map(
    ({ key, group, state, reason, result, score }) =>
      `${key} ${group ?? 'alone'} ${state} ${reason ?? '-'} ${result ?? '-'} ${score ?? '-'}`,
  ),
  events: life.registrations.flatMap(({ key, events }) => events.map((event, n) => `${key} ${n} ${event}`)),
  reports: life.reports.map(
    ({ class: name, by, group, lastFive, covers }, n) =>
      `${n} ${name} ${by} ${group ?? 'alone'} ${lastFive} ${covers.toSorted().join(' ')}`,
  ),
  members: groups.flatMap((group) =>
    Object.entries(life.members[group]).map(([who, role]) => `${group} ${who} ${role}`),
  ),
  certificates: life.certificates.map(
    ({ key, kind, issued, end, state, replacedBy }) =>
      `${key} ${kind} ${issued} ${end} ${state} ${replacedBy ?? '-'}`,
  ),
  requests: life.certificates.flatMap(({ key, requests }) =>
    requests.map(
      ({ approved, frontNote, backendNote }, n) =>
        `${key} ${n} ${approved ?? 'waits'} ${frontNote ?? '-'} ${backendNote ?? '-'}`,
    ),
  ),
  refunds: life.refunds,
  mails: life.mails,
  audit: life.audit,
});

/** The same, whatever the order in which it was written. */
export const sorted = (lines: Record<string, readonly string[]>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(lines).map(([name, of]) => [name, of.toSorted()]));
