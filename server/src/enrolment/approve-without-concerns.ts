import { type Concern, concernTexts } from '@portal/contract/office/reviews';
import type { Circumstances } from '../audit/actor.ts';
import type { Database, Tx } from '../platform/database.ts';
import { Refusal, refusalText } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { approveRegistration } from './approve-registration.ts';
import { decide } from './decisions.ts';
import { findConcernFacts } from './office-queries.ts';
import { concernsOf } from './rules.ts';

export interface BulkResult {
  readonly id: number;
  readonly done: boolean;
  readonly why: string | null;
}

const refuseConcerns = (concerns: readonly Concern[]): void => {
  if (concerns.length === 0) return;
  throw new Refusal('review_concern', {
    values: { what: concerns.map((each) => concernTexts[each]).join('、') },
  });
};

const approveOne = async (tx: Tx, registrationId: number, by: Circumstances<Staff>): Promise<boolean> => {
  // Approving locks the registration, so that no concern can arise after this check.
  const approved = await approveRegistration(tx, { registrationId }, by);
  if (!approved) return false;
  const facts = await findConcernFacts(tx, registrationId);
  refuseConcerns(concernsOf({ ...facts, startTime: new Date(facts.startTime) }, by.now));
  return true;
};

const resultOf = async (db: Database, id: number, by: Circumstances<Staff>): Promise<BulkResult> => {
  try {
    await decide(db, { registrationId: id, ...by }, (tx) => approveOne(tx, id, by));
    return { id, done: true, why: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { id, done: false, why: refusalText(error) };
  }
};

/** One transaction per registration. Refuses registrations with concerns: staff must review them one by one. */
export const approveWithoutConcerns = async (
  db: Database,
  ids: readonly number[],
  by: Circumstances<Staff>,
): Promise<BulkResult[]> => {
  const results: BulkResult[] = [];
  for (const id of ids) results.push(await resultOf(db, id, by));
  return results;
};
