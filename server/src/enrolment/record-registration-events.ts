import type { Action } from '@portal/contract/office/audit';
import type { EventData, NamedFields } from '@portal/contract/office/event-fields';
import { sql } from 'drizzle-orm';
import { actorName, type Context } from '../audit/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
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

/** The states of an event that changes none. */
export const unchanged = (state: State) => ({ fromState: state, toState: state });

/*
 * An event is never before the last one of its registration: the request may have waited for a lock since `now`, while
 * another change was committed.
 */
const insertEvents = statement(
  'record_registration_events',
  sql`
    insert into ${registrationEvents} (registration_id, at, actor, action, from_state, to_state, note, data)
    select registration_id, greatest(${sql.placeholder('now')}::timestamptz, (
        select max(e.at) from ${registrationEvents} e where e.registration_id = recorded.registration_id)),
      ${sql.placeholder('actor')}, ${sql.placeholder('action')}, from_state, to_state, note, data
    from jsonb_to_recordset(${sql.placeholder('rows')}::jsonb) as recorded (
      registration_id bigint, from_state text, to_state text, note text, data jsonb)`,
);

/** The registrations must be locked, so that the history is in the order of the commits. */
export const recordRegistrationEvents = async <Data extends EventData>(
  tx: Tx,
  action: Action,
  events: readonly RegistrationEvent<Data>[],
  { actor, now }: Context,
): Promise<void> => {
  if (events.length === 0) return;
  const rows = events.map(({ registrationId, fromState, toState, note, data }) => ({
    ...{ registration_id: registrationId, from_state: fromState, to_state: toState },
    ...{ note, data },
  }));
  await insertEvents(tx, { rows: JSON.stringify(rows), actor: actorName(actor), action, now });
};
