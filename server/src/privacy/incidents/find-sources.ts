import { SOURCES_SHOWN } from '@portal/contract/office/incidents';
import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import type { Executor } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { may } from '../../staff/policy.ts';
import { staffAccounts } from '../../staff/tables.ts';
import { HANDLE } from '../requests/find-request.ts';
import { affectedPeople, type Selection } from './affected.ts';
import { refuseWrongTime } from './list-people.ts';

const most = sql.raw(String(SOURCES_SHOWN));

interface StaffRow extends Record<string, unknown> {
  readonly id: string;
  readonly name: string;
}

interface SessionRow extends Record<string, unknown> {
  readonly session: string;
  readonly staffId: string;
  readonly staff: string;
  readonly from: string;
  readonly until: string;
  readonly events: number;
}

export interface FileRow extends Record<string, unknown> {
  readonly id: string;
  readonly at: string;
  readonly staff: string;
  readonly action: string;
  readonly name: string | null;
}

/** The name of what an event `e` handed out. */
export const fileName = sql`coalesce(e.after ->> 'list', e.after ->> 'name')`;

const byStaff = sql`join ${staffAccounts} s on e.actor = 'staff:' || s.id`;

const rowsOf = async <Row extends Record<string, unknown>>(
  db: Executor,
  selection: Selection,
  select: SQL,
): Promise<Row[]> => {
  const affecting = sql`(select c.* from chosen c where c.id in (select f.id from affected f))`;
  const { rows } = await db.execute<Row>(sql`
    with ${affectedPeople(selection)}, e as ${affecting} ${select} limit ${most}`);
  return rows as Row[];
};

/** Finds the staff who looked at people of the organisation or handed them out, in which sessions and files. */
export const findSources = async (
  db: Executor,
  period: Pick<Selection, 'organizationId' | 'from' | 'until'>,
  { actor, now }: Context<Staff>,
) => {
  if (!may(actor, HANDLE, period.organizationId)) throw new Refusal('forbidden');
  refuseWrongTime(period, now);
  const selection = { ...period, staffId: null, sessionId: null, eventId: null };
  return {
    staff: await rowsOf<StaffRow>(
      db,
      selection,
      sql`select s.id, s.name from e ${byStaff} group by s.id order by s.name, s.id`,
    ),
    sessions: await rowsOf<SessionRow>(
      db,
      selection,
      sql`select e.session_id as session, s.id as "staffId", s.name as staff, count(*)::int as events,
          to_json(min(e.at)) #>> '{}' as from, to_json(max(e.at)) #>> '{}' as until
        from e ${byStaff} where e.session_id is not null group by e.session_id, s.id order by max(e.at) desc`,
    ),
    files: await rowsOf<FileRow>(
      db,
      selection,
      sql`select e.id, to_json(e.at) #>> '{}' as at, s.name as staff, e.action, ${fileName} as name
        from e ${byStaff} where e."isFile" order by e.at desc, e.id desc`,
    ),
  };
};
