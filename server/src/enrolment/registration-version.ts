import type { Action } from '@portal/contract/office/audit';
import { stateNames } from '@portal/contract/office/code-names';
import { type SQLWrapper, sql } from 'drizzle-orm';
import { isRepeatedStep, refuseOldVersion } from '../audit/version.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { refuseUnlessTransitioned } from './apply-step.ts';
import { requireLocked } from './require-registration.ts';
import { STEPS, type State, type Step } from './states.ts';
import { registrationEvents } from './tables.ts';

const stepActions: readonly Action[] = [...new Set(Object.values(STEPS).map(({ action }) => action))];

/** The version of a registration is its last step. Notes, documents and draft scores do not change it. */
export const registrationVersion = (id: number) =>
  ({ subject: 'registration', id, actions: stepActions }) as const;

const actionList = sql.raw(stepActions.map((action) => `'${action}'`).join(', '));

/** SQL for the version of a registration in a list. */
export const versionOf = (registrationId: SQLWrapper) => sql`(
  select coalesce(max(e.id), 0) from ${registrationEvents} e
  where e.registration_id = ${registrationId} and e.action in (${actionList}))`;

/** A registration as an officer saw it. Code that decides without a page leaves the version out. */
export interface SeenRegistration {
  readonly registrationId: number;
  readonly version?: number | undefined;
}

/** Refuses if the registration has changed since the officer saw it. It must be locked. */
export const refuseUnseen = async (tx: Tx, { registrationId, version }: SeenRegistration): Promise<void> => {
  if (version !== undefined) await refuseOldVersion(tx, registrationVersion(registrationId), version);
};

/** Like `refuseUnseen`, but returns true if the officer has taken this step already. */
export const isRepeated = (
  tx: Tx,
  step: Step,
  { registrationId, version }: SeenRegistration,
  actor: Staff,
): Promise<boolean> =>
  isRepeatedStep(tx, registrationVersion(registrationId), { version, actor, action: STEPS[step].action });

/** Like `requireLocked`; if the registration moves to another class meanwhile, the refusal says who moved it. */
export const requireSeen = async (
  tx: Tx,
  seen: SeenRegistration,
  access: Parameters<typeof requireLocked>[2],
): ReturnType<typeof requireLocked> => {
  try {
    return await requireLocked(tx, seen.registrationId, access);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'review_conflict') await refuseUnseen(tx, seen);
    throw error;
  }
};

/** Throws the reason why a step was not made. Does nothing for a repeat without a version. */
export const refuseUnlessDecided = (
  step: Step,
  { state }: { readonly state: State },
  { version }: SeenRegistration,
): void => {
  refuseUnlessTransitioned(step, state);
  if (version !== undefined) throw new Refusal('step_from_state', { values: { state: stateNames[state] } });
};
