import type { SignInForm } from '@portal/contract/office/staff';
import { checkPassword, reportWaitUnder } from '../../accounts/sign-in/sign-in-budget.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { identifyStaff, type KnownStaff } from '../actors.ts';
import { keepSecondFactor } from '../factors/reset-second-factor.ts';
import { hasSecondFactor } from '../factors/second-factors.ts';
import { findByEmail, lockUnchanged } from '../queries.ts';
import { recordStaffEvent } from '../record-staff-event.ts';
import { checkStep } from './check-step.ts';
import { tellOfGuessing } from './guessing.ts';
import { type Device, startSession } from './sessions.ts';

interface Context {
  readonly device: Device;
  readonly factorRequired: boolean;
  readonly now: Date;
}

/** Complete only if no second factor exists or is required. */
export const signIn = async (
  db: Database,
  { email, password }: SignInForm,
  { device, factorRequired, now }: Context,
): Promise<string> => {
  const found = await findByEmail(db, email);
  const staff = { id: found?.id ?? null };
  const attempt = { account: email, address: device.address, now, staff };
  const stored = found?.passwordHash ?? null;
  const right = await checkPassword(db, attempt, stored, password).catch(reportWaitUnder('email'));
  if (!found || !right || stored === null) {
    await tellOfGuessing(db, attempt, 'password');
    throw new Refusal('staff_credentials_wrong');
  }
  checkStep('sign_in', found);
  return inTransaction(db, async (tx) => {
    if (!(await lockUnchanged(tx, found.id, stored))) throw new Refusal('staff_credentials_wrong');
    const confirmedAt = factorRequired || (await hasSecondFactor(tx, found.id)) ? null : now;
    if (confirmedAt) await recordSignIn(tx, identifyStaff({ staffId: found.id }), 'password', now);
    return startSession(tx, { staffId: found.id, confirmedAt, device }, now);
  });
};

/** A proved second factor is not lost, so an asked removal ends. Lock the account first. */
export const recordSignIn = async (
  tx: Tx,
  actor: KnownStaff,
  by: 'password' | 'totp' | 'recovery_code' | 'passkey',
  now: Date,
): Promise<void> => {
  const { staffId } = actor;
  await recordStaffEvent(tx, { actor, action: 'staff.sign_in', staffId, after: { by } }, now);
  if (by !== 'password') await keepSecondFactor(tx, { staffId }, { actor, now });
};
