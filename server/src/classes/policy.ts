import { type ClassAct, classActs } from '@portal/contract/office/classes';
import type { Right } from '@portal/contract/rights';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { may } from '../staff/policy.ts';
import { type ClassState, mayStep, type Step, stepRefusal } from './states.ts';

export const mayWriteClasses = (actor: Staff, organizationId: number): boolean =>
  may(actor, 'class.write', organizationId);

/** False for a class in which nobody holds a seat. */
export const mayMessage = (
  { number, organizationId }: Pick<ClassFacts, 'number' | 'organizationId'>,
  actor: Staff,
): boolean => number > 0 && may(actor, 'mail.send', organizationId);

export interface ClassFacts {
  readonly state: ClassState;
  readonly organizationId: number;
  /** Seats held. */
  readonly number: number;
  readonly startTime: Date;
  readonly endTime: Date | null;
  /** Registrations that are not reviewed or not paid. */
  readonly unfinished: number;
  /** Confirmed people without a result, and with one. */
  readonly unresulted: number;
  readonly resulted: number;
}

const stepOf: Readonly<Record<ClassAct, Step>> = {
  edit: 'edit',
  publish: 'publish',
  withdraw: 'withdraw',
  stop: 'stop',
  resume: 'resume',
  postpone: 'postpone',
  callOff: 'call_off',
  complete: 'complete',
};

const rightTo = (act: ClassAct): Right => (act === 'edit' ? 'class.write' : 'class.publish');

const isOver = ({ startTime, endTime }: ClassFacts, now: Date): boolean => (endTime ?? startTime) <= now;

const overRefusal = (facts: ClassFacts, now: Date): Refusal | null =>
  isOver(facts, now) ? new Refusal('class_over') : null;

/** The conditions of an act beyond the state and the right. */
const conditionRefusal: Readonly<
  Partial<Record<ClassAct, (facts: ClassFacts, now: Date) => Refusal | null>>
> = {
  publish: ({ startTime }, now) => (startTime <= now ? new Refusal('class_starts_before') : null),
  withdraw: ({ number }) => (number > 0 ? new Refusal('class_has_seats', { values: { n: number } }) : null),
  stop: overRefusal,
  resume: overRefusal,
  postpone: ({ resulted }) => (resulted > 0 ? new Refusal('class_has_results') : null),
  callOff: ({ resulted }) => (resulted > 0 ? new Refusal('class_has_results') : null),
  complete: (facts, now) => {
    const { unfinished, unresulted } = facts;
    if (!isOver(facts, now)) return new Refusal('class_not_over');
    if (unfinished > 0) return new Refusal('class_unreviewed', { values: { n: unfinished } });
    return unresulted > 0 ? new Refusal('class_unresulted', { values: { n: unresulted } }) : null;
  },
};

/** Why the class does not allow the act, whoever asks; null also if the act is done already. */
export const actRefusal = (act: ClassAct, facts: ClassFacts, now: Date): Refusal | null => {
  const step = stepOf[act];
  const code = stepRefusal(step, facts.state);
  if (code) return new Refusal(code);
  return mayStep(step, facts.state) ? (conditionRefusal[act]?.(facts, now) ?? null) : null;
};

/** Why the page does not offer the act to the caller, also because it is done already. */
const offerRefusal = (act: ClassAct, facts: ClassFacts, actor: Staff, now: Date): Refusal | null => {
  if (!may(actor, rightTo(act), facts.organizationId)) return new Refusal('forbidden');
  return (
    actRefusal(act, facts, now) ?? (mayStep(stepOf[act], facts.state) ? null : new Refusal('class_conflict'))
  );
};

/** Returns for each act the reason why the page does not offer it, or null. */
export const classRefusals = (
  facts: ClassFacts,
  actor: Staff,
  now: Date,
): Readonly<Record<ClassAct, Refusal | null>> =>
  Object.fromEntries(classActs.map((act) => [act, offerRefusal(act, facts, actor, now)])) as Record<
    ClassAct,
    Refusal | null
  >;
