import type { Executor } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { presentRegistrationPage } from './office-registration-present.ts';
import { findPageData, findRegistrationPage } from './office-registration-queries.ts';

/** Throws `not_found` outside the actor's scope. */
export const showRegistrationPage = async (db: Executor, registrationId: number, actor: Staff, now: Date) => {
  const page = await findRegistrationPage(db, registrationId, actor);
  if (!page) throw new Refusal('not_found');
  return presentRegistrationPage(page, await findPageData(db, registrationId), actor, now);
};
