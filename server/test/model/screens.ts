import { type RefusalCode, refusals } from '@portal/contract/errors';
import {
  type Certificate,
  certificatesOf,
  folded,
  hasStarted,
  holds,
  isAsked,
  isCurrent,
  isFull,
  isManagedBy,
  isShown,
  type Life,
  lastOf,
  managedBy,
  ofClass,
  payable,
  type Registration,
  renewalObstacle,
  type State,
  seatsHeld,
  windowObstacle,
} from './life.ts';
import {
  type Class,
  classes,
  GROUPS,
  type Group,
  groups,
  PEOPLE,
  type Person,
  people,
  trainingClass,
} from './world.ts';

/* The rows that a person sees, one line each. */

export type Screens = Record<string, readonly string[]>;

const WIRE: Record<State, string> = {
  pending: 'null/0',
  rejected: '0/0',
  unpaid: '1/0',
  reported: '1/null',
  confirmed: '1/1',
  cancelled: 'never',
};

const groupReason = (seats: readonly Registration[], shown: State): string | null => {
  const payments = seats.filter(({ state }) => state === 'unpaid').flatMap(({ reason }) => reason ?? []);
  const refused = seats
    .filter(({ state }) => state === 'rejected')
    .map(({ who, reason }) => `${PEOPLE[who]}（${reason}）`)
    .join('、');
  const named = refused && shown !== 'rejected' ? [`資格不符：${refused}`] : refused ? [refused] : [];
  return [...new Set(payments), ...named].join('；') || null;
};

interface Row {
  readonly line: string;
  readonly class: Class;
  readonly state: State;
}

const ownRows = (shown: readonly Registration[]): Row[] =>
  shown.map(({ class: name, group, state, reason }) => ({
    line: `${name} ${group ? GROUPS[group] : 'alone'} ${WIRE[state]} ${reason ?? '-'}`,
    class: name,
    state,
  }));

/** Cancellations by staff are shown until the class starts. */
const calledOffRows = (life: Life, who: Person): Row[] =>
  life.registrations
    .filter((one) => one.who === who && one.state === 'cancelled' && one.reason !== null)
    .filter((one) => !isManagedBy(life, who, one) && !hasStarted(life, one.class))
    .filter((one) => lastOf(life, who, one.class) === one)
    .map(({ class: name, group, state, reason }) => ({
      line: `${name} ${group ? GROUPS[group] : 'alone'} 0/0 主辦分會已取消報名：${reason}`,
      class: name,
      state,
    }));

const groupRows = (group: Group, shown: readonly Registration[]): Row[] =>
  classes.flatMap((name) => {
    const seats = shown.filter((registration) => registration.class === name && registration.group === group);
    const state = folded(seats);
    if (!state) return [];
    const reason = groupReason(seats, state);
    return [
      {
        line: `${name} ${GROUPS[group]} (${group}) ${WIRE[state]} ${reason ?? '-'}`,
        class: name,
        state,
      },
    ];
  });

const records = (life: Life, who: Person): Screens => {
  const shown = life.registrations.filter((registration) => isShown(life, registration));
  const own = shown.filter(
    (registration) => registration.who === who && !isManagedBy(life, who, registration),
  );
  const rows = [
    ...ownRows(own),
    ...calledOffRows(life, who),
    ...managedBy(life, who).flatMap((group) => groupRows(group, shown)),
  ];
  const lines = (wanted: (row: Row) => boolean) => rows.filter(wanted).map(({ line }) => line);
  return {
    // The specification means literally those that start now or later.
    finished: lines((row) => row.state === 'confirmed' && trainingClass(row.class).starts >= life.now),
    unchecked: lines((row) => row.state !== 'confirmed'),
  };
};

const training = (life: Life, who: Person): string[] =>
  life.registrations
    .filter(
      (registration) =>
        registration.who === who &&
        registration.state === 'confirmed' &&
        hasStarted(life, registration.class),
    )
    .map(({ class: name, result }) => `${name} ${result ?? '-'}`);

const certificate = (life: Life, held: Certificate): string => {
  const canAsk = renewalObstacle(life, held) === null;
  return `${held.key} ${held.end} ${held.kind === 'coach'} ${isAsked(held)} ${canAsk}`;
};

/** Refused requests; what is replaced or has ended besides, unless a refused request tells of it already. */
const oldRows = (life: Life, { key, end, state, requests }: Certificate): string[] => {
  const line = (request: Certificate['requests'][number] | undefined) => {
    const result = request?.approved == null ? '-' : request.approved ? 1 : 0;
    const asked = request?.approved === null;
    return `${key} ${end} ${result} ${asked} ${request?.frontNote ?? '-'} ${request?.backendNote ?? '-'}`;
  };
  const refused = requests.filter(({ approved }) => approved === false);
  const rows = refused.map(line);
  if (isCurrent(life, { state, end })) return rows;
  const other = requests.find(({ approved }) => approved !== false);
  return other || state === 'corrected' || refused.length === 0 ? [...rows, line(other)] : rows;
};

const certificates = (life: Life, who: Person): Screens => {
  const all = certificatesOf(life, who);
  return {
    certificates: all.filter((held) => isCurrent(life, held)).map((held) => certificate(life, held)),
    old: all.flatMap((held) => oldRows(life, held)),
  };
};

const groupObstacle = (life: Life, who: Person, name: Class): string | null => {
  const obstacle = windowObstacle(life, name);
  if (obstacle) return obstacle;
  const managed = managedBy(life, who);
  if (isFull(life, name) && !managed.some((group) => holdSeats(life, group, name))) return 'full';
  const { reservedFor } = trainingClass(name);
  return managed.some((group) => reservedFor === null || reservedFor === group) ? null : 'no_group';
};

const holdSeats = (life: Life, group: Group, name: Class): boolean =>
  ofClass(life, name).some((registration) => holds(registration) && registration.group === group);

const classLine = (life: Life, who: Person, name: Class): string => {
  const last = lastOf(life, who, name);
  const applied = last !== undefined && holds(last);
  const reserved = trainingClass(name).reservedFor !== null;
  const closed = windowObstacle(life, name);
  const personal = reserved
    ? 'not_allowed'
    : (closed ?? (applied ? 'already_applied' : isFull(life, name) ? 'full' : null));
  const allows = `${!reserved && closed === null} ${closed === null}`;
  return `${name} ${seatsHeld(life, name)} ${applied} ${allows} ${personal} ${groupObstacle(life, who, name)}`;
};

const text = (code: RefusalCode): string => refusals[code].text;

const closedTexts = {
  started: text('class_started'),
  not_open_yet: text('class_not_open_yet'),
  closed: text('class_closed'),
};

/** Why the tick of somebody cannot be changed. */
const lock = (life: Life, who: Person, name: Class, group: Group): string | null => {
  const last = lastOf(life, who, name);
  if (!last || !holds(last)) {
    const obstacle = windowObstacle(life, name);
    return obstacle && closedTexts[obstacle];
  }
  if (last.group === null) return '已自行報名本課程';
  if (last.group !== group) return '已由其他團體報名本課程';
  if (last.state === 'reported') return '繳費審查中，無法變更';
  if (last.state === 'confirmed') return '已繳費，無法變更';
  return hasStarted(life, name) ? text('cancel_after_start') : null;
};

const entry = (life: Life, who: Person, name: Class, group: Group): string => {
  const last = lastOf(life, who, name);
  const ours = last?.group === group && last.state !== 'cancelled' ? last : undefined;
  const locked = lock(life, who, name, group);
  const ticked = ours !== undefined && holds(ours);
  return `${PEOPLE[who]} ${ours ? WIRE[ours.state] : 'null/0'} ${ticked} ${locked ?? ours?.reason ?? '-'} ${locked !== null}`;
};

const roster = (life: Life, name: Class, group: Group): string[] => {
  const { reservedFor } = trainingClass(name);
  const at = `${group} ${name}`;
  if (reservedFor !== null && reservedFor !== group) return [`${at} ${text('group_not_allowed')}`];
  if (!holdSeats(life, group, name)) {
    const obstacle = windowObstacle(life, name);
    if (obstacle) return [`${at} ${closedTexts[obstacle]}`];
    if (isFull(life, name)) return [`${at} ${text('class_full')}`];
  }
  return people.flatMap((who) => {
    const role = life.members[group][who];
    const last = lastOf(life, who, name);
    const ours = last !== undefined && holds(last) && last.group === group;
    const list = role === 'manager' ? 'admins' : role === 'member' ? 'members' : 'had_removed';
    if (!role || (role === 'left' && !ours)) return [];
    return [`${at} ${list} ${entry(life, who, name, group)}`];
  });
};

/** Payment information of a class with the last report: the person's own, or that of a managed group. */
const payableLine = (life: Life, who: Person, name: Class): string => {
  const found = payable(life, who, name, null);
  if ('not' in found) return `${name} ${text(found.not)}`;
  const keys = found.covered.map(({ key }) => key);
  const said = life.reports.findLast(
    ({ by, group, covers }) =>
      group === found.group && (group !== null || by === who) && covers.some((key) => keys.includes(key)),
  );
  return `${name} ${found.seats.length} ${said?.lastFive ?? '-'}`;
};

const scoresLine = (life: Life, who: Person, name: Class): string => {
  const passed = ofClass(life, name).find((seat) => seat.who === who && seat.state === 'confirmed');
  const shown = passed && hasStarted(life, name);
  return `${name} ${shown ? (passed.score ?? '-') : text('scores_not_found')}`;
};

/** Members and classes of a group, as shown to its members. */
const groupLine = (life: Life, who: Person, group: Group): string[] => {
  const role = life.members[group][who];
  if (role === undefined || role === 'left') return [];
  const inside = people.filter((person) => ['manager', 'member'].includes(life.members[group][person] ?? ''));
  const named = inside.map((person) => PEOPLE[person]).sort();
  const held = classes.filter((name) => holdSeats(life, group, name)).sort();
  return [`${group} ${role === 'manager' ? 'admin' : 'belong'} ${named.join('、')} ${held.join(' ')}`];
};

/** Everything that somebody sees, as the model has it. */
export const screensOf = (life: Life, who: Person): Screens => ({
  ...records(life, who),
  training: training(life, who),
  ...certificates(life, who),
  classes: classes.map((name) => classLine(life, who, name)),
  rosters: managedBy(life, who).flatMap((group) => classes.flatMap((name) => roster(life, name, group))),
  groups: groups.flatMap((group) => groupLine(life, who, group)),
  payable: classes.map((name) => payableLine(life, who, name)),
  scores: classes.map((name) => scoresLine(life, who, name)),
});
