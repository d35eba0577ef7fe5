import { sql } from 'drizzle-orm';
import { certificates, renewalRequests } from '../../certificates/tables.ts';
import { classes } from '../../classes/tables.ts';
import { versionOf } from '../../enrolment/registration-version.ts';
import { registrations } from '../../enrolment/tables.ts';
import { groups } from '../../groups/tables.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Moves } from './moves.ts';

interface ChangedThing {
  readonly id: number;
  readonly name: string;
  readonly isChanged: boolean;
}

/** The rows that a merge moved, and whether somebody changed them since. */
export interface Changed {
  readonly registrations: readonly ChangedThing[];
  readonly certificates: readonly (ChangedThing & {
    readonly registrationId: number | null;
    readonly replacedById: number | null;
  })[];
  /** The names of the groups. */
  readonly groups: ReadonlyMap<number, string>;
}

interface Merge {
  readonly survivorId: number;
  readonly mergedAt: Date;
}

/** A registration counts as changed if a certificate was issued for it since. */
const findRegistrations = async (tx: Tx, { survivorId }: Merge, moves: Moves): Promise<ChangedThing[]> => {
  const moved = sql`jsonb_to_recordset(${JSON.stringify(moves.registrations)}::jsonb) as moved (id bigint, version bigint)`;
  const known = sql.param(moves.certificates.map(({ id }) => id));
  const { rows } = await tx.execute<{ id: string; name: string; isChanged: boolean }>(sql`
    select r.id, c.code as name, r.account_id <> ${survivorId} or ${versionOf(sql`r.id`)} <> moved.version
      or exists (select from ${certificates} n where n.registration_id = r.id and n.id <> all(${known}::bigint[])) as "isChanged"
    from ${moved} join ${registrations} r on r.id = moved.id join ${classes} c on c.id = r.class_id
    order by r.id`);
  return rows.map(({ id, ...row }) => ({ ...row, id: Number(id) }));
};

interface CertificateRow extends Record<string, unknown> {
  readonly id: string;
  readonly name: string;
  readonly registrationId: string | null;
  readonly replacedById: string | null;
  readonly isChanged: boolean;
}

const orNumber = (value: string | null): number | null => (value === null ? null : Number(value));

/** A certificate counts as changed if the person has asked for its renewal since. */
const findCertificates = async (tx: Tx, { survivorId, mergedAt }: Merge, moves: Moves) => {
  const moved = sql`jsonb_to_recordset(${JSON.stringify(moves.certificates)}::jsonb) as moved (id bigint, state text, "replacedById" bigint)`;
  const { rows } = await tx.execute<CertificateRow>(sql`
    select c.id, c.number as name, c.registration_id as "registrationId", c.replaced_by_id as "replacedById",
      c.account_id <> ${survivorId} or c.replaced_by_id is distinct from moved."replacedById" or c.state <> moved.state
      or exists (select from ${renewalRequests} q where q.certificate_id = c.id and q.asked_at > ${mergedAt}) as "isChanged"
    from ${moved} join ${certificates} c on c.id = moved.id
    order by c.id`);
  return rows.map(({ id, registrationId, replacedById, ...row }) => ({
    ...row,
    id: Number(id),
    registrationId: orNumber(registrationId),
    replacedById: orNumber(replacedById),
  }));
};

const findGroupNames = async (tx: Tx, moves: Moves): Promise<Map<number, string>> => {
  const ids = sql.param(moves.memberships.map(({ groupId }) => groupId));
  const { rows } = await tx.execute<{ id: string; name: string }>(
    sql`select id, name from ${groups} where id = any(${ids}::bigint[])`,
  );
  return new Map(rows.map(({ id, name }) => [Number(id), name]));
};

export const findChanged = async (tx: Tx, merge: Merge, moves: Moves): Promise<Changed> => ({
  registrations: await findRegistrations(tx, merge, moves),
  certificates: await findCertificates(tx, merge, moves),
  groups: await findGroupNames(tx, moves),
});
