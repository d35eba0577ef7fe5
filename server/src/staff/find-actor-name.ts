import { eq } from 'drizzle-orm';
import type { Executor } from '../platform/database.ts';
import { staffAccounts } from './tables.ts';

/** The name of a staff member. Trainees and the system are called by a label. */
export const findActorName = async (db: Executor, actor: string): Promise<string> => {
  const [kind, id] = actor.split(':');
  if (kind !== 'staff') return kind === 'account' ? '學員' : '系統';
  const [found] = await db
    .select({ name: staffAccounts.name })
    .from(staffAccounts)
    .where(eq(staffAccounts.id, Number(id)));
  return found?.name ?? '承辦人員';
};
