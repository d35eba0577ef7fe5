import fc from 'fast-check';
import {
  hasStarted,
  isAsked,
  isShown,
  type Life,
  type Registration,
  renewalObstacle,
  type State,
} from './life.ts';
import { type CertificateKey, LISTS, type RegistrationKey, type Step, type Tick } from './steps.ts';
import { classes, groups, MOMENTS, people, type Role, trainingClass } from './world.ts';

/** A step chosen before the state at its time is known; null if it has no object. */
export type PlannedStep = (life: Life) => Step | null;

const who = fc.constantFrom(...people);
const name = fc.constantFrom(...classes);
const group = fc.constantFrom(...groups);
const reason = fc.constantFrom('資料不齊', '未附證明', '查無此筆匯款');
const oftenNull = <T>(of: fc.Arbitrary<T>) => fc.option(of, { freq: 2 });

/** Picks one of the existing things; `sensible`: one that fits the step, if there is any. */
const aim = fc.record({
  nth: fc.nat(99),
  sensible: fc.oneof(
    { weight: 3, arbitrary: fc.constant(true) },
    { weight: 1, arbitrary: fc.constant(false) },
  ),
});
type Aim = typeof aim extends fc.Arbitrary<infer T> ? T : never;

const hit = <T>(all: readonly T[], isMeant: (one: T) => boolean, { nth, sensible }: Aim): T | undefined => {
  const sensibly = sensible ? all.filter(isMeant) : [];
  const targets = sensibly.length > 0 ? sensibly : all;
  return targets[nth % targets.length];
};

const by = fc.oneof(
  { weight: 19, arbitrary: fc.constant('ours' as const) },
  { weight: 1, arbitrary: fc.constant('others' as const) },
);

const MEANT_FOR = {
  approve: ['pending'],
  refuse: ['pending', 'unpaid'],
  confirm: ['unpaid', 'reported'],
  reject: ['reported'],
  reopen: ['rejected'],
  call_off: ['pending', 'unpaid', 'reported', 'confirmed'],
  result: ['confirmed'],
} as const satisfies Record<string, readonly State[]>;
type Review = keyof typeof MEANT_FOR;

const HOLDING: readonly State[] = MEANT_FOR.call_off;

const isMeantFor =
  (review: Review, life: Life) =>
  ({ state, class: of }: Registration): boolean =>
    (MEANT_FOR[review] as readonly State[]).includes(state) && (review !== 'result' || hasStarted(life, of));

const reviewing =
  (review: Review, step: (registration: RegistrationKey) => Step, at: Aim): PlannedStep =>
  (life) => {
    const found = hit(life.registrations, isMeantFor(review, life), at);
    return found ? step(found.key) : null;
  };

const granting = (verb: 'approve' | 'confirm' | 'reopen'): fc.Arbitrary<PlannedStep> =>
  fc
    .tuple(by, aim)
    .map(([staff, at]) => reviewing(verb, (registration) => ({ do: verb, registration, by: staff }), at));

const denying = (verb: 'refuse' | 'reject' | 'call_off'): fc.Arbitrary<PlannedStep> =>
  fc
    .tuple(by, reason, aim)
    .map(([staff, why, at]) =>
      reviewing(verb, (registration) => ({ do: verb, registration, by: staff, reason: why }), at),
    );

const moving: fc.Arbitrary<PlannedStep> = fc
  .tuple(by, name, oftenNull(reason), aim)
  .map(([staff, to, why, at]) => (life) => {
    const isMeant = ({ state, class: from, result: given }: Registration) =>
      HOLDING.includes(state) && from !== to && given === null;
    const found = hit(life.registrations, isMeant, at);
    return found ? { do: 'move', registration: found.key, to, by: staff, reason: why } : null;
  });

const enrolFor = fc.record({
  do: fc.constant('enrol_for' as const),
  whom: who,
  class: name,
  by,
  reason: oftenNull(reason),
});

const result: fc.Arbitrary<PlannedStep> = fc
  .tuple(by, fc.constantFrom(1 as const, 2 as const), fc.constantFrom(0, 65.5, 100), aim)
  .map(([staff, passed, score, at]) =>
    reviewing(
      'result',
      (registration) => ({ do: 'result', registration, by: staff, result: passed, score }),
      at,
    ),
  );

const enrol = fc.record({
  do: fc.constant('enrol' as const),
  who,
  // Seldom the one that takes nobody personally.
  class: fc.constantFrom(
    'single' as const,
    'single' as const,
    'free' as const,
    'free' as const,
    'reserved' as const,
  ),
});

/** One's own registration, or wherever there is none. */
const cancel: fc.Arbitrary<PlannedStep> = fc.tuple(who, name, aim).map(([person, of, at]) => (life) => {
  const open = life.registrations.filter((one) => isShown(life, one));
  const found = at.sensible
    ? hit(open, ({ state }) => state !== 'confirmed' && state !== 'reported', at)
    : undefined;
  return { do: 'cancel', who: found?.who ?? person, class: found?.class ?? of };
});

const paid = fc.oneof(
  { weight: 18, arbitrary: fc.constant('yesterday' as const) },
  { weight: 1, arbitrary: fc.constant('tomorrow' as const) },
  { weight: 1, arbitrary: fc.constant('long ago' as const) },
);

/** A payment report for one's own seat or a managed group's, sometimes for no seat at all. */
const report: fc.Arbitrary<PlannedStep> = fc
  .record({
    who,
    class: name,
    group: oftenNull(group),
    paid,
    lastFive: fc.constantFrom('00042', '31415'),
    at: aim,
  })
  .map(({ at, ...wanted }) => (life) => {
    const found = at.sensible
      ? hit(life.registrations, ({ state }) => state === 'unpaid' || state === 'reported', at)
      : undefined;
    if (!found) return { do: 'report', ...wanted };
    const byManager = found.group !== null && wanted.group !== null;
    const whose = byManager ? { who: 'lin' as const, group: found.group } : { who: found.who, group: null };
    return { do: 'report', ...wanted, ...whose, class: found.class };
  });

const manager = fc.constantFrom(
  'lin' as const,
  'lin' as const,
  'lin' as const,
  'lin' as const,
  'mei' as const,
);

const list = fc.constantFrom(...LISTS);
const ticks = fc.uniqueArray(fc.record({ who, state: fc.boolean(), list }), {
  minLength: 1,
  maxLength: 3,
  selector: (tick) => tick.who,
});

const listOf = (role: Role | 'left' | undefined): Tick['list'] => {
  if (role === 'left') return 'had_removed';
  return role === 'manager' ? 'admins' : 'members';
};

/** Mostly of those who are in the group, each in the list where the screen shows them. */
const roster: fc.Arbitrary<PlannedStep> = fc
  .record({ who: manager, class: name, group: fc.option(group, { freq: 5 }), ticks, at: aim })
  .map(({ at, ...wanted }) => ({ members }) => {
    const whose = at.sensible
      ? (trainingClass(wanted.class).reservedFor ?? wanted.group ?? 'EAST')
      : wanted.group;
    const fitting = wanted.ticks
      .filter((tick) => whose === null || members[whose][tick.who])
      .map((tick) => (whose === null ? tick : { ...tick, list: listOf(members[whose][tick.who]) }));
    return { do: 'roster', ...wanted, group: whose, ticks: at.sensible ? fitting : wanted.ticks };
  });

const membership: fc.Arbitrary<PlannedStep> = fc
  .record({ who: manager, group, whom: who, remove: fc.boolean(), at: aim })
  .map(({ remove, at, ...wanted }) => ({ members }) => {
    // Mostly what changes something: in with who is out, out with who is in.
    const isIn = members[wanted.group][wanted.whom] === 'member';
    return { do: (at.sensible ? isIn : remove) ? 'remove' : 'add', ...wanted };
  });

const issue = fc.record({
  do: fc.constant('issue' as const),
  whom: who,
  kind: fc.constantFrom('coach' as const, 'ordinary' as const),
  issued: fc.constantFrom(-1, 0, 0, 1),
  ends: fc.constantFrom(null, null, 3, -2),
});

const ask: fc.Arbitrary<PlannedStep> = fc
  .tuple(aim, fc.option(who, { freq: 9 }), fc.option(fc.constantFrom('請儘速', '已完成複訓')))
  .map(([at, stranger, note]) => (life) => {
    const found = hit(life.certificates, (held) => renewalObstacle(life, held) === null, at);
    return found
      ? { do: 'ask', who: found.of, ...(stranger && { who: stranger }), certificate: found.key, note }
      : null;
  });

interface Decided {
  readonly certificate: CertificateKey;
  readonly request: number;
  readonly waits: boolean;
}

const requests = (life: Life): Decided[] =>
  life.certificates.flatMap((held) =>
    held.requests.map(({ approved }, request) => ({
      certificate: held.key,
      request,
      waits: approved === null && isAsked(held),
    })),
  );

const decide: fc.Arbitrary<PlannedStep> = fc
  .tuple(fc.constantFrom('renew' as const, 'decline' as const), by, reason, aim)
  .map(([verb, staff, note, at]) => (life) => {
    const found = hit(requests(life), ({ waits }) => waits, at);
    return found
      ? { do: verb, certificate: found.certificate, request: found.request, by: staff, note }
      : null;
  });

const ending: fc.Arbitrary<PlannedStep> = fc
  .tuple(fc.constantFrom('revoke' as const, 'correct' as const), by, reason, aim)
  .map(([verb, staff, why, at]) => ({ certificates }) => {
    const found = hit(certificates, ({ state }) => state === 'valid', at);
    return found ? { do: verb, certificate: found.key, by: staff, reason: why } : null;
  });

const always = (step: fc.Arbitrary<Step>): fc.Arbitrary<PlannedStep> => step.map((each) => () => each);

/** Steps of people and staff, weighted so that long paths finish. */
export const plannedSteps: fc.Arbitrary<PlannedStep> = fc.oneof(
  { weight: 5, arbitrary: always(enrol) },
  { weight: 2, arbitrary: cancel },
  { weight: 5, arbitrary: report },
  { weight: 5, arbitrary: roster },
  { weight: 5, arbitrary: granting('approve') },
  { weight: 1, arbitrary: denying('refuse') },
  { weight: 2, arbitrary: granting('confirm') },
  { weight: 3, arbitrary: denying('reject') },
  { weight: 1, arbitrary: granting('reopen') },
  { weight: 1, arbitrary: denying('call_off') },
  { weight: 2, arbitrary: result },
  { weight: 3, arbitrary: moving },
  { weight: 2, arbitrary: always(enrolFor) },
  { weight: 2, arbitrary: membership },
  { weight: 1, arbitrary: always(issue) },
  { weight: 2, arbitrary: ask },
  { weight: 2, arbitrary: decide },
  { weight: 1, arbitrary: ending },
);

/** The clock moves to one of the next moments at which something changes, or to just before it. */
export const clockMoves: fc.Arbitrary<PlannedStep> = fc
  .tuple(fc.constantFrom(0, 0, 1, 3), fc.boolean())
  .map(([further, justBefore]) => ({ now }) => {
    const coming = MOMENTS.filter((moment) => moment - (justBefore ? 1 : 0) > now);
    const moment = coming[Math.min(further, coming.length - 1)];
    return moment === undefined ? null : { do: 'clock', to: justBefore ? moment - 1 : moment };
  });
