import type { Tx } from './database.ts';
import { violatedConstraint } from './violated-constraint.ts';

type Delete = (tx: Tx, ids: readonly number[]) => Promise<unknown>;

/** False: another table names one of them. */
const tryToDelete = async (tx: Tx, ids: readonly number[], remove: Delete): Promise<boolean> => {
  try {
    await tx.transaction((within) => remove(within, ids));
    return true;
  } catch (error) {
    if (!violatedConstraint(error)) throw error;
    return false;
  }
};

/** The database knows all tables that name a row: it refuses to delete those that are named. Returns the deleted ones. */
export const deleteUnnamed = async (tx: Tx, ids: readonly number[], remove: Delete): Promise<number[]> => {
  if (ids.length === 0 || (await tryToDelete(tx, ids, remove))) return [...ids];
  if (ids.length === 1) return [];
  const half = Math.ceil(ids.length / 2);
  return [
    ...(await deleteUnnamed(tx, ids.slice(0, half), remove)),
    ...(await deleteUnnamed(tx, ids.slice(half), remove)),
  ];
};
