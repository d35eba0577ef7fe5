import { inArray } from 'drizzle-orm';
import type { Executor } from '../platform/database/database.ts';
import { staffAccounts } from './tables.ts';

/** The names of staff members, by actor. Trainees and the system are called by a label. */
export const findActorNames = async (
  db: Executor,
  actors: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const staffIds = actors.flatMap((actor) => (actor.startsWith('staff:') ? [Number(actor.slice(6))] : []));
  const found =
    staffIds.length === 0
      ? []
      : await db
          .select({ id: staffAccounts.id, name: staffAccounts.name })
          .from(staffAccounts)
          .where(inArray(staffAccounts.id, staffIds));
  const byId = new Map(found.map(({ id, name }) => [`staff:${id}`, name]));
  const label = (actor: string): string => {
    if (actor.startsWith('staff:')) return byId.get(actor) ?? '承辦人員';
    return actor.startsWith('account:') ? '學員' : '系統';
  };
  return new Map(actors.map((actor) => [actor, label(actor)]));
};

export const findActorName = async (db: Executor, actor: string): Promise<string> =>
  (await findActorNames(db, [actor])).get(actor) ?? '系統';
