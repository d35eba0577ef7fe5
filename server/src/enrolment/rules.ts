import type { EnrolmentObstacle } from '@portal/contract/catalogue';
import type { RefusalCode } from '@portal/contract/errors';
import { hasStarted } from '../catalogue/rules.ts';
import { holdsSeat, MOST_URGENT_FIRST, mayStep, type ShownState, type State } from './states.ts';

/** What the catalogue's obstacles are called when somebody tries all the same. */
export const personalRefusals: Record<EnrolmentObstacle, RefusalCode> = {
  not_allowed: 'personal_not_allowed',
  not_open_yet: 'class_not_open_yet',
  closed: 'class_closed',
  started: 'class_started',
  full: 'class_full',
  already_applied: 'already_applied',
};

/** A registration as a caller stands to it. */
export interface CallerRegistration {
  readonly id: number;
  readonly accountId: number;
  readonly state: State;
  /** The group through which it was taken, if the caller manages it. */
  readonly managed: { readonly id: number; readonly code: string } | null;
}

/** The registrations that a class code means to a caller: their own one, or all of a group. */
export interface RegistrationSelection<S extends CallerRegistration> {
  readonly group: { readonly id: number; readonly code: string } | null;
  readonly registrations: readonly S[];
}

/** The caller's own registration; a seat of a group that they manage belongs to the group's roster. */
export const ownRegistration = <S extends CallerRegistration>(
  registrations: readonly S[],
  accountId: number,
): S | undefined =>
  registrations.find((registration) => registration.accountId === accountId && !registration.managed);

/**
 * Whose registration is meant in a class: the caller's own, else that of a group which they manage; the first by
 * code where several hold seats. Who names a group means that group. Null: nobody's.
 */
export const selectionFor = <S extends CallerRegistration>(
  registrations: readonly S[],
  { accountId, groupCode }: { accountId: number; groupCode?: string | undefined },
): RegistrationSelection<S> | null => {
  const seats = registrations.filter(({ state }) => holdsSeat(state));
  const own = groupCode === undefined ? ownRegistration(seats, accountId) : undefined;
  if (own) return { group: null, registrations: [own] };
  const [group] = seats
    .flatMap(({ managed }) => managed ?? [])
    .filter(({ code }) => groupCode === undefined || code === groupCode)
    .sort((a, b) => (a.code < b.code ? -1 : 1));
  return group ? { group, registrations: seats.filter(({ managed }) => managed?.id === group.id) } : null;
};

/** A trainee may cancel what no money is on its way for, until the class starts. */
export const mayCancel = (state: State, opening: { startTime: Date }, now: Date): boolean =>
  mayStep('cancel', state) && !hasStarted(opening, now);

/** The one state that stands for several registrations: what needs action first. */
export const foldedState = (states: readonly State[]): ShownState | undefined =>
  MOST_URGENT_FIRST.find((state) => states.includes(state));
