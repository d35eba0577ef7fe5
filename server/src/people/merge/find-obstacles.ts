import type { MergeObstacle } from '@portal/contract/office/person-merges';
import { sql } from 'drizzle-orm';
import type { Person } from '../../accounts/queries.ts';
import { certificateKinds } from '../../catalogue/tables.ts';
import { findSameKinds } from '../../certificates/move-certificates.ts';
import { classes } from '../../classes/tables.ts';
import { registrations, seatStates } from '../../enrolment/tables.ts';
import { jobItems, jobs } from '../../jobs/tables.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { PersonMove } from '../../platform/database/person-move.ts';
import { privacyRequests } from '../../privacy/tables.ts';
import { standingObstacles } from './rules.ts';

/** The codes of the classes in which both hold a seat. */
const findSameClasses = async (tx: Tx, { from, to }: PersonMove): Promise<string[]> => {
  const { rows } = await tx.execute<{ code: string }>(sql`
    select c.code from ${registrations} one
    join ${registrations} two on two.class_id = one.class_id and two.account_id = ${to} and two.state in ${seatStates}
    join ${classes} c on c.id = one.class_id
    where one.account_id = ${from} and one.state in ${seatStates}
    order by c.code`);
  return rows.map(({ code }) => code);
};

const findKindNames = async (tx: Tx, ids: readonly number[]): Promise<string[]> => {
  if (ids.length === 0) return [];
  const { rows } = await tx.execute<{ name: string }>(
    sql`select name from ${certificateKinds} where id = any(${sql.param([...ids])}::int[]) order by name`,
  );
  return rows.map(({ name }) => name);
};

const findOpenRequests = async (tx: Tx, { from, to }: PersonMove): Promise<string[]> => {
  const { rows } = await tx.execute<{ kind: string }>(sql`
    select distinct kind from ${privacyRequests} where account_id in (${from}, ${to}) and state = 'requested' order by kind`);
  return rows.map(({ kind }) => kind);
};

/** Jobs that still have to issue or print something for one of the two. Their items are registrations. */
const findJobs = async (tx: Tx, { from, to }: PersonMove): Promise<string[]> => {
  const { rows } = await tx.execute<{ title: string }>(sql`
    select distinct j.title from ${jobs} j join ${jobItems} i on i.job_id = j.id
    where j.state in ('queued', 'running') and j.kind in ('certificate.issue', 'certificate.print') and i.state = 'waiting'
      and i.key in (select id::text from ${registrations} where account_id in (${from}, ${to}))
    order by j.title`);
  return rows.map(({ title }) => title);
};

interface Pair {
  readonly survivor: Person;
  readonly removed: Person;
}

/** Why the two cannot become one now. Both must be locked. */
export const findMergeObstacles = async (
  tx: Tx,
  { survivor, removed }: Pair,
  now: Date,
): Promise<MergeObstacle[]> => {
  const move = { from: removed.id, to: survivor.id };
  const details = {
    same_class: await findSameClasses(tx, move),
    same_kind: await findKindNames(tx, await findSameKinds(tx, move, now)),
    open_request: await findOpenRequests(tx, move),
    job_running: await findJobs(tx, move),
  };
  const found = Object.entries(details) as [keyof typeof details, string[]][];
  return [
    ...standingObstacles({ survivor, removed }).map((code) => ({ code, details: [] })),
    ...found.flatMap(([code, about]) => (about.length > 0 ? [{ code, details: about }] : [])),
  ];
};
