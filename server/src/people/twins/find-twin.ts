import { sql } from 'drizzle-orm';
import type { Executor } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { twins } from '../tables.ts';
import { type ListedTwin, twinColumns } from './twins-list.ts';

/** The caller checks whether the reader may see it. */
export const findTwin = async (db: Executor, twinId: number): Promise<ListedTwin> => {
  const { rows } = await db.execute<ListedTwin & Record<string, unknown>>(
    sql`select ${twinColumns} from ${twins} t where t.id = ${twinId}`,
  );
  const [found] = rows;
  if (!found) throw new Refusal('not_found');
  return found;
};
