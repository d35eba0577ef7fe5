import { eq, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { incidentPeople } from '../tables.ts';
import { affectedPeople, type Selection } from './affected.ts';

/** Times that are still to come would bring more people than the list has. */
export const refuseWrongTime = ({ from, until }: Pick<Selection, 'from' | 'until'>, now: Date): void => {
  if (from >= until || until > now) throw new Refusal('incident_time');
};

/** A choice without any event is a mistake: the letter would go to nobody. */
const refuseUnknownSource = (found: number, { staffId, sessionId, eventId }: Selection): void => {
  if (found === 0 && (staffId ?? sessionId ?? eventId) !== null) throw new Refusal('incident_source_unknown');
};

/** Stores whom the incident concerns, instead of who was stored before. Returns how many. */
export const listPeople = async (tx: Tx, incidentId: number, selection: Selection): Promise<number> => {
  await tx.delete(incidentPeople).where(eq(incidentPeople.incidentId, incidentId));
  const { rowCount } = await tx.execute(sql`
    with ${affectedPeople(selection)}
    insert into ${incidentPeople} (incident_id, account_id, events, last_at)
    select ${incidentId}::bigint, f.account_id, count(*), max(c.at)
    from affected f join chosen c on c.id = f.id group by f.account_id order by f.account_id`);
  const found = rowCount ?? 0;
  refuseUnknownSource(found, selection);
  return found;
};
