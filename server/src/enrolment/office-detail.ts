import type { Executor } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { presentDetail } from './office-present.ts';
import { findPageData, findReviewPage } from './office-queries.ts';

/** Throws `not_found` outside the actor's scope. */
export const showDetail = async (db: Executor, registrationId: number, actor: Staff, now: Date) => {
  const page = await findReviewPage(db, registrationId, actor);
  if (!page) throw new Refusal('not_found');
  return presentDetail(page, await findPageData(db, registrationId), actor, now);
};
