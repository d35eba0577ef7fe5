import { type Concern, concernTexts } from '@portal/contract/office/reviews';
import type { Circumstances } from '../audit/actor.ts';
import type { Database, Tx } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { approveRegistration } from './approve-registration.ts';
import { type BulkResult, bulkResults } from './bulk-results.ts';
import { concernsOfStored, findConcernFacts } from './concern-facts.ts';
import { runDecision } from './decisions.ts';

const refuseConcerns = (concerns: readonly Concern[]): void => {
  if (concerns.length === 0) return;
  throw new Refusal('review_concern', {
    values: { what: concerns.map((each) => concernTexts[each]).join('、') },
  });
};

const approveOne = async (
  tx: Tx,
  registrationId: number,
  { actor, now }: Circumstances<Staff>,
): Promise<boolean> => {
  // Approve first, which locks the registration. If there is a concern, the refusal rolls the approval back.
  const approved = await approveRegistration(tx, { registrationId }, { actor, now });
  if (!approved) return false;
  refuseConcerns(concernsOfStored(await findConcernFacts(tx, registrationId), now));
  return true;
};

/** One transaction per registration. Refuses registrations with concerns: staff must review them one by one. */
export const approveWithoutConcerns = (
  db: Database,
  ids: readonly number[],
  { actor, now }: Circumstances<Staff>,
): Promise<BulkResult[]> =>
  bulkResults(ids, (registrationId) =>
    runDecision(db, { registrationId, actor }, (tx) => approveOne(tx, registrationId, { actor, now })),
  );
