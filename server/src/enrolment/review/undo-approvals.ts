import type { Context } from '../../audit/actor.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import { type BulkResult, bulkResults } from '../bulk-results.ts';
import { undoApproval } from './undo-approval.ts';

/** One transaction per registration: those that changed meanwhile, or whose mail has left, stay approved. */
export const undoApprovals = (
  db: Database,
  asked: readonly { id: number; version: number }[],
  { actor, now }: Context<Staff>,
): Promise<BulkResult[]> =>
  bulkResults(asked, async ({ id, version }) => {
    await inTransaction(db, (tx) => undoApproval(tx, { registrationId: id, version }, { actor, now }));
  });
