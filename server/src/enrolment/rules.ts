import type { EnrolmentObstacle } from '@portal/contract/catalogue';
import type { RefusalCode } from '@portal/contract/errors';
import { hasStarted } from '../catalogue/rules.ts';
import { holdsSeat, MOST_URGENT_FIRST, mayStep, type ShownState, type State } from './states.ts';

/** The refusal for each obstacle to personal enrolment. */
export const personalRefusals: Record<EnrolmentObstacle, RefusalCode> = {
  not_allowed: 'personal_not_allowed',
  not_open_yet: 'class_not_open_yet',
  closed: 'class_closed',
  started: 'class_started',
  full: 'class_full',
  already_applied: 'already_applied',
};

/** A registration as seen by the caller. */
export interface CallerRegistration {
  readonly id: number;
  readonly accountId: number;
  readonly state: State;
  /** The group that it was made through, if the caller manages it. */
  readonly managed: { readonly id: number; readonly code: string } | null;
}

/** The registrations that a call for a class applies to: the caller's own one, or all of one group. */
export interface RegistrationSelection<S extends CallerRegistration> {
  readonly group: { readonly id: number; readonly code: string } | null;
  readonly registrations: readonly S[];
}

/** The caller's own registration. Seats of a group that they manage do not count: they belong to its roster. */
export const ownRegistration = <S extends CallerRegistration>(
  registrations: readonly S[],
  accountId: number,
): S | undefined =>
  registrations.find((registration) => registration.accountId === accountId && !registration.managed);

/**
 * Selects the group named by the caller; otherwise the caller's own registration, then the first managed group by
 * code. Only registrations that hold seats count. Null if there are none.
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

/** A trainee may cancel until the class starts, unless a payment is reported or confirmed. */
export const mayCancel = (state: State, opening: { startTime: Date }, now: Date): boolean =>
  mayStep('cancel', state) && !hasStarted(opening, now);

/** The state shown for several registrations together: the most urgent one. */
export const foldedState = (states: readonly State[]): ShownState | undefined =>
  MOST_URGENT_FIRST.find((state) => states.includes(state));
