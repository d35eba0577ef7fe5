import type { Executor } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { presentRegistrationPage } from './registration-present.ts';
import { findFullRegistration, findRelatedData } from './registration-queries.ts';

/** Throws `not_found` outside the actor's scope. */
export const showRegistrationPage = async (db: Executor, registrationId: number, actor: Staff, now: Date) => {
  const registration = await findFullRegistration(db, registrationId, actor);
  if (!registration) throw new Refusal('not_found');
  return presentRegistrationPage(registration, await findRelatedData(db, registrationId), actor, now);
};
