import type { HistoryEntry } from '@portal/contract/office/audit';
import { findMergedParts } from '../../accounts/merging/merged-parts.ts';
import { findHistory } from '../../audit/history.ts';
import type { Executor } from '../../platform/database/database.ts';

const isOfMerge = ({ action }: HistoryEntry): boolean =>
  ['person.become_part', 'person.leave'].includes(action);

/** Newest first, with that of the records that became part of the person's. */
export const findPersonHistory = async (db: Executor, accountId: number): Promise<HistoryEntry[]> => {
  const own = await findHistory(db, { subject: 'account', id: accountId });
  const parts = await findMergedParts(db, accountId);
  if (parts.length === 0) return own;
  const others = await Promise.all(parts.map((id) => findHistory(db, { subject: 'account', id })));
  const added = others.flat().filter((entry) => !isOfMerge(entry));
  return [...own, ...added].toSorted((a, b) => b.at.localeCompare(a.at));
};
