import { inArray, sql } from 'drizzle-orm';
import { actorName, type Context } from '../../audit/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import { results, scores } from '../tables.ts';

interface ImportedResult {
  readonly registrationId: number;
  readonly result: 1 | 2;
  readonly scores: readonly { readonly subjectId: number; readonly score: number }[];
}

/** Results of another system are published; nobody is written to. */
export const addImportedResults = async (
  tx: Tx,
  people: readonly ImportedResult[],
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const json = JSON.stringify(people);
  await tx.execute(sql`
    insert into ${results} (registration_id, state, decided, published_at, version, updated_by, updated_at)
    select "registrationId", 'published', result, ${now}, 1, ${actorName(actor)}, ${now}
    from jsonb_to_recordset(${json}::jsonb) as person ("registrationId" bigint, result int)`);
  await tx.execute(sql`
    insert into ${scores} (registration_id, subject_id, score, recorded_at)
    select person."registrationId", own."subjectId", own.score, ${now}
    from jsonb_to_recordset(${json}::jsonb) as person ("registrationId" bigint, scores jsonb),
      jsonb_to_recordset(person.scores) as own ("subjectId" int, score numeric)`);
};

/** Finds the registrations whose imported results nobody has changed since. */
export const findUnchangedResults = async (tx: Tx, ids: readonly number[]): Promise<number[]> => {
  const rows = await tx
    .select({ id: results.registrationId })
    .from(results)
    .where(sql`${inArray(results.registrationId, [...ids])} and ${results.version} = 1`);
  return rows.map(({ id }) => id);
};

export const deleteImportedResults = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  await tx.delete(scores).where(inArray(scores.registrationId, [...ids]));
  await tx.delete(results).where(inArray(results.registrationId, [...ids]));
};
