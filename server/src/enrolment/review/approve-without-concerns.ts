import { type Concern, concernTexts } from '@portal/contract/office/enrolment';
import type { Context } from '../../audit/actor.ts';
import { findVersion } from '../../audit/version.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { type BulkResult, bulkResults } from '../bulk-results.ts';
import { registrationVersion, type SeenRegistration } from '../registration-version.ts';
import { approveRegistration } from './approve-registration.ts';
import { concernsOfStored, findConcernFacts } from './concern-facts.ts';

const refuseConcerns = (concerns: readonly Concern[]): void => {
  if (concerns.length === 0) return;
  throw new Refusal('review_concern', {
    values: { what: concerns.map((each) => concernTexts[each]).join('、') },
  });
};

const approveOne = async (
  tx: Tx,
  seen: SeenRegistration,
  { actor, now }: Context<Staff>,
): Promise<number> => {
  // Approve first, which locks the registration. If there is a concern, the refusal rolls the approval back.
  const approved = await approveRegistration(tx, { ...seen, isUndoable: true }, { actor, now });
  if (approved) refuseConcerns(concernsOfStored(await findConcernFacts(tx, seen.registrationId), now));
  return findVersion(tx, registrationVersion(seen.registrationId));
};

interface ApprovalResult extends BulkResult {
  /** Names the approval for `undoApproval`; null if the registration was not approved. */
  readonly version: number | null;
}

/** One transaction per registration. Refuses registrations with concerns: staff must review them one by one. */
export const approveWithoutConcerns = async (
  db: Database,
  asked: readonly { id: number; version: number }[],
  { actor, now }: Context<Staff>,
): Promise<ApprovalResult[]> => {
  const approvals = new Map<number, number>();
  const results = await bulkResults(asked, async ({ id, version }) => {
    const seen = { registrationId: id, version };
    approvals.set(id, await inTransaction(db, (tx) => approveOne(tx, seen, { actor, now })));
  });
  return results.map((result) => ({ ...result, version: approvals.get(result.id) ?? null }));
};
