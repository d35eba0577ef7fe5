import type { Action } from '@portal/contract/office/actions';
import type { EventData, NamedFields } from '@portal/contract/office/event-fields';
import { sql } from 'drizzle-orm';
import { actorName, type Circumstances } from '../audit/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import type { State } from './states.ts';
import { registrationEvents } from './tables.ts';

interface RegistrationEvent<Data> {
  readonly registrationId: number;
  /** Null for the first event. */
  readonly fromState: State | null;
  readonly toState: State;
  readonly note?: string | null | undefined;
  readonly data?: NamedFields<Data> | undefined;
}

/** For an event that changes no state. */
export const unchanged = (state: State) => ({ fromState: state, toState: state });

/**
 * Never before the last event of the registration: the request may have waited for a lock since `now`, while another
 * change was committed.
 */
const timeOf = (registrationId: number, now: Date) => sql`greatest(${now.toISOString()}::timestamptz, (
  select max(e.at) from ${registrationEvents} e where e.registration_id = ${registrationId}))`;

/** The registrations must be locked, so that the history is in the order of the commits. */
export const recordRegistrationEvents = async <Data extends EventData>(
  tx: Tx,
  action: Action,
  events: readonly RegistrationEvent<Data>[],
  { actor, now }: Circumstances,
): Promise<void> => {
  if (events.length === 0) return;
  const by = { actor: actorName(actor), action };
  await tx
    .insert(registrationEvents)
    .values(events.map((event) => ({ ...event, ...by, at: timeOf(event.registrationId, now) })));
};
