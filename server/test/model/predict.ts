import { addDays, addYears } from '@portal/contract/dates';
import { type RefusalCode, refusals } from '@portal/contract/errors';
import {
  type Certificate,
  day,
  hasStarted,
  holds,
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
  usualEnd,
  validOf,
  windowObstacle,
} from './life.ts';
import {
  type CertificateKey,
  LISTS,
  REOPENED_BECAUSE,
  type RegistrationKey,
  type Step,
  type Tick,
} from './steps.ts';
import {
  type Class,
  GROUPS,
  type Group,
  PEOPLE,
  type Person,
  people,
  trainingClass,
  YEARS,
} from './world.ts';

/* Applies a step to the model and predicts its outcome: `done` or the text of the refusal. */

export interface Outcome {
  readonly says: string;
  /** The covered transition: `cancel: unpaid → cancelled`, `cancel: reported ✗ cancel_under_review`. */
  readonly reached: readonly string[];
}

type Of<D extends Step['do']> = Extract<Step, { do: D }>;

const done = (...reached: string[]): Outcome => ({ says: 'done', reached });

const refuse = (at: string, code: RefusalCode, values: Record<string, string | number> = {}): Outcome => ({
  says: refusals[code].text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name])),
  reached: [`${at} ✗ ${code}`],
});

const isSeated = (life: Life, who: Person, name: Class): boolean => {
  const last = lastOf(life, who, name);
  return last !== undefined && holds(last);
};

const move = (
  registration: Registration,
  to: State,
  event: string,
  reason: string | null = null,
  note: string | null = reason,
): void => {
  registration.events.push(`${event} ${registration.state} → ${to} ${note ?? '-'}`);
  registration.state = to;
  registration.reason = reason;
};

const mail = (life: Life, who: Person, template: string): void => {
  life.mails.push(`${who} ${template}`);
};

const seat = (
  life: Life,
  who: Person,
  name: Class,
  { group, by, note = '-' }: { group: Group | null; by: Person | 'staff'; note?: string },
): string => {
  const before = lastOf(life, who, name);
  const begun = life.registrations.filter(({ key }) => key.startsWith(`${name}/${who}/`));
  const key: RegistrationKey = `${name}/${who}/${begun.length}`;
  const events = [`${by} registration.enrol → pending ${note}`];
  const registration = {
    ...{ key, who, class: name, group, reason: null, result: null, score: null, credited: 0 },
    ...{ hasOpenReport: false, events },
  };
  life.registrations.push({ ...registration, state: 'pending' });
  mail(life, who, group ? 'group_enrolled' : 'enrolled');
  return `enrol: ${before?.state ?? ''}→ pending`;
};

const enrolRefusals = {
  not_open_yet: 'class_not_open_yet',
  closed: 'class_closed',
  started: 'class_started',
} as const satisfies Record<string, RefusalCode>;

const enrol = (life: Life, { who, class: name }: Of<'enrol' | 'cancel'>): Outcome => {
  if (trainingClass(name).reservedFor) return refuse('enrol', 'personal_not_allowed');
  const obstacle = windowObstacle(life, name);
  if (obstacle) return refuse('enrol', enrolRefusals[obstacle]);
  const last = lastOf(life, who, name);
  if (last && holds(last)) return refuse('enrol', 'already_applied');
  if (seatsHeld(life, name) >= trainingClass(name).seats) return refuse('enrol', 'class_full');
  return done(seat(life, who, name, { group: null, by: who }));
};

const cancel = (life: Life, { who, class: name }: Of<'enrol' | 'cancel'>): Outcome => {
  const shown = ofClass(life, name).filter((registration) => isShown(life, registration));
  const own = shown.find((registration) => registration.who === who && !isManagedBy(life, who, registration));
  if (!own) {
    const managed = shown.some((registration) => isManagedBy(life, who, registration));
    return refuse('cancel', managed ? 'cancel_group_seat' : 'registration_unknown');
  }
  if (own.state === 'reported') return refuse('cancel: reported', 'cancel_under_review');
  if (own.state === 'confirmed') return refuse('cancel: confirmed', 'cancel_after_paying');
  if (hasStarted(life, name)) return refuse('cancel', 'cancel_after_start');
  const reached = `cancel: ${own.state} → cancelled${own.group ? ' (a seat through a group)' : ''}`;
  if (own.state !== 'rejected') mail(life, who, 'cancelled');
  giveBackCredit(life, own);
  move(own, 'cancelled', `${who} registration.cancel`);
  return done(reached);
};

const report = (life: Life, { who, class: name, group, paid, lastFive }: Of<'report'>): Outcome => {
  if (paid === 'tomorrow') return refuse('report', 'paid_time_late');
  if (paid === 'long ago') return refuse('report', 'paid_time_early', { date: addYears(day(life), -1) });
  const found = payable(life, who, name, group);
  if ('not' in found) return refuse(found.state ? `report: ${found.state}` : 'report', found.not);
  const { state, covered } = found;
  for (const registration of covered) {
    move(registration, 'reported', `${who} payment.report`);
    registration.hasOpenReport = true;
  }
  const covers = covered.map(({ key }) => key);
  mail(life, who, 'payment_reported');
  life.reports.push({ class: name, by: who, group: found.group, lastFive, covers });
  return done(`report: ${state} → reported${found.group ? ' (of a group)' : ''}`);
};

/** The group of the roster, or the reason why there is none. */
const rosterGroup = (life: Life, { who, class: name, group }: Of<'roster'>): Group | RefusalCode => {
  const { reservedFor } = trainingClass(name);
  const named = managedBy(life, who).filter((managed) => group === null || managed === group);
  if (named.length === 0) return 'group_not_managed';
  const fitting = named.filter((managed) => reservedFor === null || managed === reservedFor);
  if (fitting.length > 1) return 'group_unnamed';
  return fitting[0] ?? 'group_not_allowed';
};

interface Changes {
  readonly toEnrol: Person[];
  readonly toCancel: Registration[];
  /** The lists in which there was something to change. */
  readonly lists: Set<string>;
}

const sort = (life: Life, name: Class, group: Group, ticks: readonly Tick[]): Changes | Outcome => {
  const changes: Changes = { toEnrol: [], toCancel: [], lists: new Set() };
  for (const { who, state, list } of LISTS.flatMap((wanted) =>
    ticks.filter((tick) => tick.list === wanted),
  )) {
    if (!life.members[group][who]) return refuse('roster', 'roster_stranger');
    const last = lastOf(life, who, name);
    const ours = last && holds(last) && last.group === group;
    if (state && !ours) changes.toEnrol.push(who);
    if (!state && ours) changes.toCancel.push(last);
    if (state !== (ours ?? false)) changes.lists.add(`${list} ${state ? 'ticked' : 'unticked'}`);
  }
  return changes;
};

/** Why the unticked registrations cannot be cancelled. */
const untickRefusal = (life: Life, name: Class, toCancel: readonly Registration[]): Outcome | null => {
  if (toCancel.length === 0) return null;
  if (hasStarted(life, name)) return refuse('roster', 'cancel_after_start');
  const kept = toCancel.find(({ state }) => state === 'reported' || state === 'confirmed');
  if (!kept) return null;
  const code = kept.state === 'reported' ? 'member_under_review' : 'member_paid';
  return refuse(`roster: ${kept.state}`, code, { name: PEOPLE[kept.who] });
};

/** Why the ticked people cannot be enrolled, once the unticked registrations are cancelled. */
const tickRefusal = (
  life: Life,
  name: Class,
  group: Group,
  { toEnrol, toCancel }: Changes,
): Outcome | null => {
  if (toEnrol.length === 0) return null;
  const obstacle = windowObstacle(life, name);
  if (obstacle) return refuse('roster', enrolRefusals[obstacle]);
  const gone = toEnrol.find((who) => life.members[group][who] === 'left');
  if (gone) return refuse('roster', 'member_not_in_group', { name: PEOPLE[gone] });
  const seated = people.find((who) => toEnrol.includes(who) && isSeated(life, who, name));
  if (seated) return refuse('roster', 'member_applied', { name: PEOPLE[seated] });
  const left = trainingClass(name).seats - seatsHeld(life, name);
  return toEnrol.length > left + toCancel.length ? refuse('roster', 'seats_left', { n: left }) : null;
};

const roster = (life: Life, step: Of<'roster'>): Outcome => {
  const { who, class: name, ticks } = step;
  const group = rosterGroup(life, step);
  if (group !== 'EAST' && group !== 'WEST') return refuse('roster', group);
  const changes = sort(life, name, group, ticks);
  if ('says' in changes) return changes;
  const { toEnrol, toCancel } = changes;
  const refusal = untickRefusal(life, name, toCancel) ?? tickRefusal(life, name, group, changes);
  if (refusal) return refusal;
  const reached = [...changes.lists].map((list) => `roster: ${list}`);
  reached.push(...toCancel.map(({ state }) => `roster: ${state} → cancelled`));
  for (const registration of toCancel) {
    giveBackCredit(life, registration);
    move(registration, 'cancelled', `${who} registration.cancel`);
  }
  for (const { who: told } of toCancel) mail(life, told, 'group_cancelled');
  for (const person of people.filter((each) => toEnrol.includes(each)))
    reached.push(`roster ${seat(life, person, name, { group, by: who })}`);
  return done(...(reached.length > 0 ? reached : ['roster: nothing to do']));
};

const add = (life: Life, { who, group, whom }: Of<'add' | 'remove'>): Outcome => {
  const outsider = refuseOutsider(life, 'add', who, group);
  if (outsider) return outsider;
  const role = life.members[group][whom];
  if (role === 'manager') return refuse('add', 'member_is_manager');
  if (role === 'member') return refuse('add', 'member_already');
  life.members[group][whom] = 'member';
  mail(life, whom, 'group_added');
  return done(`add: ${role ?? 'none'} → member`);
};

const remove = (life: Life, { who, group, whom }: Of<'add' | 'remove'>): Outcome => {
  const outsider = refuseOutsider(life, 'remove', who, group);
  if (outsider) return outsider;
  const role = life.members[group][whom];
  if (role === 'manager') return refuse('remove', 'manager_stays');
  if (role !== 'member') return refuse(`remove: ${role ?? 'none'}`, 'member_unknown');
  life.members[group][whom] = 'left';
  mail(life, whom, 'group_removed');
  return done('remove: member → left');
};

/** A group of others is refused like one that does not exist. */
const refuseOutsider = (life: Life, verb: string, who: Person, group: Group): Outcome | null => {
  const role = life.members[group][who];
  if (role === 'manager') return null;
  return refuse(verb, role === 'member' ? 'group_managers_only' : 'group_not_found');
};

const registrationOf = (life: Life, key: RegistrationKey): Registration => {
  const found = life.registrations.find((registration) => registration.key === key);
  if (!found) throw new Error(`no registration ${key}`);
  return found;
};

type Review = 'approve' | 'refuse' | 'confirm' | 'reject' | 'reopen' | 'call_off';

/** Each review step from each state: the new state, nothing if already done, or the refusal. */
const reviews: Record<Review, Record<State, { to: State } | 'nothing' | RefusalCode>> = {
  approve: {
    pending: { to: 'unpaid' },
    rejected: 'review_conflict',
    unpaid: 'nothing',
    reported: 'review_conflict',
    confirmed: 'review_conflict',
    cancelled: 'registration_unknown',
  },
  refuse: {
    pending: { to: 'rejected' },
    rejected: 'nothing',
    unpaid: { to: 'rejected' },
    reported: 'review_conflict',
    confirmed: 'review_conflict',
    cancelled: 'registration_unknown',
  },
  confirm: {
    pending: 'payment_not_approved',
    rejected: 'payment_not_approved',
    unpaid: { to: 'confirmed' },
    reported: { to: 'confirmed' },
    confirmed: 'nothing',
    cancelled: 'registration_unknown',
  },
  reject: {
    pending: 'payment_not_approved',
    rejected: 'payment_not_approved',
    unpaid: 'nothing',
    reported: { to: 'unpaid' },
    confirmed: 'payment_confirmed',
    cancelled: 'registration_unknown',
  },
  reopen: {
    pending: 'nothing',
    rejected: { to: 'pending' },
    unpaid: 'review_conflict',
    reported: 'review_conflict',
    confirmed: 'review_conflict',
    cancelled: 'registration_unknown',
  },
  call_off: {
    pending: { to: 'cancelled' },
    rejected: 'review_conflict',
    unpaid: { to: 'cancelled' },
    reported: { to: 'cancelled' },
    confirmed: { to: 'cancelled' },
    cancelled: 'nothing',
  },
};

/** Why a rejected registration cannot be reopened now, besides its state. */
const reopenObstacle = (life: Life, registration: Registration): RefusalCode | null => {
  const { class: name, who } = registration;
  if (registration.state !== 'rejected') return null;
  if (ofClass(life, name).some((other) => other.who === who && holds(other))) return 'person_holds_seat';
  return seatsHeld(life, name) >= trainingClass(name).seats ? 'staff_class_full' : null;
};

/** Refusals of a review that do not depend on its state. */
const reviewObstacle = (life: Life, verb: Review, registration: Registration): RefusalCode | null => {
  if (verb === 'call_off' && registration.result !== null) return 'staff_cancel_result';
  if (verb !== 'reopen') return null;
  return hasStarted(life, registration.class) ? 'review_after_start' : reopenObstacle(life, registration);
};

/** A free class is confirmed by approval. */
const reviewOf = (verb: Review, { class: name, state }: Registration) => {
  if (verb !== 'approve' || trainingClass(name).fee > 0) return reviews[verb][state];
  if (state === 'pending') return { to: 'confirmed' as const };
  return state === 'confirmed' ? 'nothing' : reviews.approve[state];
};

const told: Record<Review, { readonly event: string; readonly template: string }> = {
  approve: { event: 'registration.approve', template: 'approved' },
  refuse: { event: 'registration.reject', template: 'rejected' },
  confirm: { event: 'payment.confirm', template: 'payment_confirmed' },
  reject: { event: 'payment.reject', template: 'payment_rejected' },
  reopen: { event: 'registration.reopen', template: 'reopened' },
  call_off: { event: 'registration.cancel_by_staff', template: 'cancelled_by_staff' },
};

const review = (life: Life, step: Of<Review>): Outcome => {
  const registration = registrationOf(life, step.registration);
  const { who, state } = registration;
  const at = `${step.do}: ${state}`;
  if (step.by === 'others') return refuse(`${step.do} by others`, 'registration_unknown');
  const obstacle = reviewObstacle(life, step.do, registration);
  if (obstacle) return refuse(step.do, obstacle);
  const meaning = reviewOf(step.do, registration);
  if (step.do === 'reject' && state === 'cancelled' && registration.hasOpenReport) {
    answerReport(life, registration, 'payment_rejected');
    return done('reject: the report of a cancelled registration');
  }
  if (meaning === 'nothing') return done(`${at} again`);
  if (typeof meaning === 'string') return refuse(at, meaning);
  const { event, template } = told[step.do];
  const paid = step.do === 'call_off' ? paidFor(registration) : 0;
  if (step.do === 'call_off' || step.do === 'refuse') giveBackCredit(life, registration);
  refund(life, registration, paid);
  const reason = 'reason' in step ? step.reason : null;
  move(registration, meaning.to, `staff ${event}`, reason, step.do === 'reopen' ? REOPENED_BECAUSE : reason);
  if (step.do === 'reject') answerReport(life, registration, template);
  else mail(life, who, template);
  if (step.do === 'confirm') registration.hasOpenReport = false;
  return done(`${at} → ${meaning.to}`);
};

/** Mails the answer to the person and to the manager who reported the payment. */
const answerReport = (life: Life, registration: Registration, template: string): void => {
  const { key, who } = registration;
  const reporter = life.reports.findLast(({ covers }) => covers.includes(key))?.by ?? who;
  for (const each of new Set([who, reporter])) mail(life, each, template);
  registration.hasOpenReport = false;
};

const refund = (life: Life, { key }: Registration, amount: number): void => {
  if (amount > 0) life.refunds.push(`${key} ${amount}`);
};

/** Gives back the money of somebody who has not paid the difference after a move. */
const giveBackCredit = (life: Life, registration: Registration): void => {
  if (registration.state !== 'unpaid' && registration.state !== 'reported') return;
  refund(life, registration, registration.credited);
  registration.credited = 0;
};

/** The money that came for a person who leaves. Money that was only reported goes back when it comes. */
const paidFor = ({ class: name, state }: Registration): number =>
  state === 'confirmed' ? trainingClass(name).fee : 0;

const moveRefusal = (life: Life, { class: from, state, result, group }: Registration, to: Class) => {
  if (result !== null) return 'move_result';
  if (from === to) return 'move_same_class';
  if (hasStarted(life, to)) return 'staff_class_started';
  const { reservedFor, fee, seats } = trainingClass(to);
  if (reservedFor !== null && reservedFor !== group) return 'class_reserved';
  if (state === 'reported' && fee !== trainingClass(from).fee) return 'move_reported';
  return seatsHeld(life, to) >= seats ? 'staff_class_full' : null;
};

const groupNamed = (name: Class): { name: string } => {
  const { reservedFor } = trainingClass(name);
  return { name: reservedFor === null ? '' : GROUPS[reservedFor] };
};

/** A move to a class whose fee is covered confirms; a move of somebody confirmed to a dearer one makes unpaid. */
const stateAfterMove = ({ state, class: from, credited }: Registration, to: Class): State => {
  if (state === 'unpaid' && trainingClass(to).fee <= credited) return 'confirmed';
  return state === 'confirmed' && trainingClass(to).fee > trainingClass(from).fee ? 'unpaid' : state;
};

/** The fee of somebody who paid is credited in a dearer class; in a cheaper one money goes back. */
const settle = (life: Life, registration: Registration, to: Class): void => {
  const { class: from, state, credited } = registration;
  const [before, after] = [trainingClass(from).fee, trainingClass(to).fee];
  if (state === 'unpaid') refund(life, registration, credited - after);
  if (state === 'unpaid' && after === 0) registration.credited = 0;
  if (state !== 'confirmed') return;
  if (after > before) registration.credited = before;
  refund(life, registration, before - after);
};

const moveOver = (life: Life, { registration: key, to, by, reason }: Of<'move'>): Outcome => {
  const registration = registrationOf(life, key);
  const { who, class: from, state } = registration;
  if (by === 'others') return refuse('move by others', 'registration_unknown');
  const refusal = moveRefusal(life, registration, to);
  if (refusal) return refuse('move', refusal, groupNamed(to));
  if (state === 'cancelled') return refuse('move: cancelled', 'registration_unknown');
  if (state === 'rejected') return refuse('move: rejected', 'review_conflict');
  if (isSeated(life, who, to)) return refuse('move', 'person_holds_seat');
  const after = stateAfterMove(registration, to);
  settle(life, registration, to);
  move(registration, after, 'staff registration.move', `已由 ${from} 轉班`, reason);
  registration.class = to;
  mail(life, who, 'moved');
  return done(`move: ${state} → ${after}`);
};

const enrolFor = (life: Life, { whom, class: name, by, reason }: Of<'enrol_for'>): Outcome => {
  if (by === 'others') return refuse('enrol for by others', 'person_unknown');
  if (hasStarted(life, name)) return refuse('enrol for', 'staff_class_started');
  if (trainingClass(name).reservedFor) return refuse('enrol for', 'class_reserved', groupNamed(name));
  const obstacle = windowObstacle(life, name);
  if (obstacle && reason === null) {
    return refuse('enrol for', 'override_reason', { what: refusals[enrolRefusals[obstacle]].text });
  }
  if (isSeated(life, whom, name)) return refuse('enrol for', 'person_holds_seat');
  if (seatsHeld(life, name) >= trainingClass(name).seats) return refuse('enrol for', 'staff_class_full');
  seat(life, whom, name, { group: null, by: 'staff', note: reason ?? '-' });
  return done(`enrol for: ${obstacle ? 'outside the enrolment period' : '→ pending'}`);
};

const recordResult = (life: Life, step: Of<'result'>): Outcome => {
  const registration = registrationOf(life, step.registration);
  const { state } = registration;
  if (step.by === 'others') return refuse('result by others', 'registration_unknown');
  if (!hasStarted(life, registration.class)) return refuse('result', 'result_before_start');
  if (state === 'cancelled') return refuse('result: cancelled', 'registration_unknown');
  if (state !== 'confirmed') return refuse(`result: ${state}`, 'result_not_confirmed');
  const reached = `result: ${registration.result ?? 'none'} → ${step.result}`;
  move(
    registration,
    'confirmed',
    registration.result === null ? 'staff training.result' : 'staff training.correct',
  );
  Object.assign(registration, { result: step.result, score: step.score });
  return done(reached);
};

const issued = (
  life: Life,
  certificate: Omit<Certificate, 'key' | 'replacedBy' | 'requests' | 'state'>,
  state: 'valid' | 'lapsed' = 'valid',
) => {
  const before = life.certificates.filter(({ of }) => of === certificate.of);
  const key: CertificateKey = `${certificate.of}#${before.length}`;
  life.certificates.push({ ...certificate, key, replacedBy: null, state, requests: [] });
  life.audit.push('staff certificate.issue');
  return key;
};

const issue = (life: Life, step: Of<'issue'>): Outcome => {
  const { whom: of, kind } = step;
  const on = addDays(day(life), step.issued);
  const end = step.ends === null ? usualEnd(on) : addDays(day(life), step.ends);
  if (on > day(life) || end < on) return refuse('issue', 'certificate_dates');
  const again = life.certificates.some(
    (held) =>
      held.of === of && held.kind === kind && held.issued === on && !held.renewal && held.state !== 'revoked',
  );
  if (again) return done('issue: again');
  const valid = validOf(life, of, kind);
  const isOld = end < day(life);
  if (valid && !isOld) {
    if (valid.end >= day(life)) return refuse('issue', 'certificate_live');
    valid.state = 'lapsed';
  }
  issued(life, { of, kind, issued: on, end, renewal: false }, valid && isOld ? 'lapsed' : 'valid');
  return done(`issue: ${kind}`);
};

const certificateOf = (life: Life, key: CertificateKey): Certificate => {
  const found = life.certificates.find((certificate) => certificate.key === key);
  if (!found) throw new Error(`no certificate ${key}`);
  return found;
};

const ask = (life: Life, { who, certificate: key, note }: Of<'ask'>): Outcome => {
  const certificate = certificateOf(life, key);
  if (certificate.of !== who) return refuse('ask', 'certificate_unknown');
  const obstacle = renewalObstacle(life, certificate);
  if (obstacle) return refuse('ask', obstacle);
  const before = certificate.requests.at(-1);
  certificate.requests.push({ approved: null, frontNote: note, backendNote: null });
  life.audit.push(`${who} renewal.ask`);
  mail(life, who, 'renewal_asked');
  return done(`ask: ${before ? 'refused ' : ''}→ asked`);
};

const decide = (life: Life, step: Of<'renew' | 'decline'>): Outcome => {
  const certificate = certificateOf(life, step.certificate);
  const request = certificate.requests[step.request];
  if (!request) throw new Error(`no request ${step.request} of ${step.certificate}`);
  if (step.by === 'others') return refuse(`${step.do} by others`, 'renewal_unknown');
  const approved = step.do === 'renew';
  if (request.approved === approved) return done(`${step.do}: again`);
  if (request.approved !== null) return refuse(step.do, 'renewal_decided');
  return approved ? renew(life, certificate, step) : decline(life, certificate, step);
};

const renew = (life: Life, certificate: Certificate, step: Of<'renew' | 'decline'>): Outcome => {
  const { of, kind, end } = certificate;
  const late = end < day(life);
  const renewedEnd = addYears(end, YEARS);
  if (renewedEnd < day(life)) return refuse('renew', 'certificate_expired');
  if (certificate.state === 'lapsed') return refuse('renew', 'certificate_ended');
  Object.assign(certificate.requests[step.request] ?? {}, { approved: true, backendNote: step.note });
  life.audit.push('staff renewal.approve');
  certificate.state = 'renewed';
  certificate.replacedBy = issued(life, { of, kind, issued: day(life), end: renewedEnd, renewal: true });
  mail(life, of, 'renewal_approved');
  return done(`renew: asked → replaced${late ? ' (after its end)' : ''}`);
};

const decline = (life: Life, { of, requests }: Certificate, step: Of<'renew' | 'decline'>): Outcome => {
  Object.assign(requests[step.request] ?? {}, { approved: false, backendNote: step.note });
  life.audit.push('staff renewal.reject');
  mail(life, of, 'renewal_rejected');
  return done('decline: asked → refused');
};

const revoke = (life: Life, certificate: Certificate, reason: string): Outcome => {
  const { of, state, requests } = certificate;
  if (state === 'revoked') return done('revoke: again');
  if (state === 'renewed') return refuse('revoke', 'certificate_replaced');
  if (state !== 'valid') return refuse('revoke', 'certificate_ended');
  certificate.state = 'revoked';
  life.audit.push('staff certificate.revoke');
  const waiting = requests.find(({ approved }) => approved === null);
  if (waiting) {
    Object.assign(waiting, { approved: false, backendNote: reason });
    life.audit.push('staff renewal.reject');
  }
  mail(life, of, 'certificate_revoked');
  return done(`revoke: ${waiting ? 'asked' : 'valid'} → revoked`);
};

/** The new certificate takes the open request over. */
const correct = (life: Life, certificate: Certificate): Outcome => {
  const { of, kind, issued: on, end, state, requests } = certificate;
  if (state === 'corrected') return done('correct: again');
  if (state === 'revoked') return refuse('correct', 'certificate_revoked');
  if (state === 'renewed') return refuse('correct', 'certificate_replaced');
  if (state !== 'valid') return refuse('correct', 'certificate_ended');
  certificate.state = 'corrected';
  const key = issued(life, { of, kind, issued: on, end, renewal: true });
  certificate.replacedBy = key;
  const waiting = requests.filter(({ approved }) => approved === null);
  certificateOf(life, key).requests = waiting;
  certificate.requests = requests.filter((request) => !waiting.includes(request));
  life.audit.push('staff certificate.correct');
  mail(life, of, 'certificate_corrected');
  return done(`correct: ${waiting.length > 0 ? 'asked' : 'valid'} → corrected`);
};

const end = (life: Life, step: Of<'revoke' | 'correct'>): Outcome => {
  const certificate = certificateOf(life, step.certificate);
  if (step.by === 'others') return refuse(`${step.do} by others`, 'certificate_unknown');
  return step.do === 'revoke' ? revoke(life, certificate, step.reason) : correct(life, certificate);
};

const moveClock = (life: Life, { to }: Of<'clock'>): Outcome => {
  life.now = to;
  return done('clock');
};

/** Applies the step to the model and returns the outcome. A refused step changes nothing. */
export const predict = (life: Life, step: Step): Outcome => {
  switch (step.do) {
    case 'enrol':
      return enrol(life, step);
    case 'cancel':
      return cancel(life, step);
    case 'report':
      return report(life, step);
    case 'roster':
      return roster(life, step);
    case 'add':
      return add(life, step);
    case 'remove':
      return remove(life, step);
    case 'move':
      return moveOver(life, step);
    case 'enrol_for':
      return enrolFor(life, step);
    case 'result':
      return recordResult(life, step);
    case 'issue':
      return issue(life, step);
    case 'ask':
      return ask(life, step);
    case 'renew':
    case 'decline':
      return decide(life, step);
    case 'revoke':
    case 'correct':
      return end(life, step);
    case 'clock':
      return moveClock(life, step);
    default:
      return review(life, step);
  }
};
