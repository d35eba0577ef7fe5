import { type Concern, concernTexts } from '@portal/contract/office/enrolment';
import type { Context } from '../../audit/actor.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { type BulkResult, bulkResults } from '../bulk-results.ts';
import type { SeenRegistration } from '../registration-version.ts';
import { approveRegistration } from './approve-registration.ts';
import { concernsOfStored, findConcernFacts } from './concern-facts.ts';

const refuseConcerns = (concerns: readonly Concern[]): void => {
  if (concerns.length === 0) return;
  throw new Refusal('review_concern', {
    values: { what: concerns.map((each) => concernTexts[each]).join('、') },
  });
};

const approveOne = async (tx: Tx, seen: SeenRegistration, { actor, now }: Context<Staff>): Promise<void> => {
  // Approve first, which locks the registration. If there is a concern, the refusal rolls the approval back.
  const approved = await approveRegistration(tx, seen, { actor, now });
  if (approved) refuseConcerns(concernsOfStored(await findConcernFacts(tx, seen.registrationId), now));
};

/** One transaction per registration. Refuses registrations with concerns: staff must review them one by one. */
export const approveWithoutConcerns = (
  db: Database,
  asked: readonly { id: number; version: number }[],
  { actor, now }: Context<Staff>,
): Promise<BulkResult[]> =>
  bulkResults(asked, ({ id, version }) =>
    inTransaction(db, (tx) => approveOne(tx, { registrationId: id, version }, { actor, now })),
  );
