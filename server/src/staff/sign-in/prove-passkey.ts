import type { Credential } from '@portal/contract/office/staff';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { identifyStaff } from '../actors.ts';
import { type PasskeySite, readNewPasskey, readPasskey } from '../factors/passkeys.ts';
import { createFirstRecoveryCodes } from '../factors/second-factors.ts';
import type { Added } from '../factors/set-up-totp.ts';
import { lockStaff } from '../queries.ts';
import { recordStaffEvent } from '../record-staff-event.ts';
import { staffPasskeys } from '../tables.ts';
import { challengeIn } from './challenges.ts';
import { checkStep } from './check-step.ts';
import { countPasskey, forgivePasskey, type PasskeyAttempt } from './passkey-budget.ts';
import type { SessionOwner } from './proof-attempts.ts';
import { confirmSession, type Device, startSession } from './sessions.ts';
import { recordSignIn } from './sign-in.ts';

interface PasskeyContext {
  readonly site: PasskeySite;
  readonly now: Date;
}

const enter = async (
  db: Database,
  credential: Credential,
  { device, site, now, attempt }: PasskeyContext & { device: Device; attempt: PasskeyAttempt },
): Promise<string> => {
  const question = { purpose: 'sign_in', staffId: null } as const;
  const { staffId, use } = await readPasskey(db, question, { credential, site, now });
  return inTransaction(db, async (tx) => {
    checkStep('sign_in_by_passkey', await lockStaff(tx, staffId));
    await use(tx);
    await forgivePasskey(tx, attempt);
    await recordSignIn(tx, identifyStaff({ staffId }), 'passkey', now);
    return startSession(tx, { staffId, confirmedAt: now, device }, now);
  });
};

const isPasskeyRefused = (error: unknown) => error instanceof Refusal && error.code === 'passkey_refused';

/** The authenticator has verified the user. */
export const signInByPasskey = async (
  db: Database,
  { credential }: { credential: Credential },
  here: PasskeyContext & { device: Device },
): Promise<string> => {
  const challenge = challengeIn(credential.response.clientDataJSON);
  const attempt = { challenge, address: here.device.address, now: here.now };
  let token = '';
  const isRight = await countPasskey(db, attempt, async () => {
    try {
      token = await enter(db, credential, { ...here, attempt });
      return true;
    } catch (error) {
      if (isPasskeyRefused(error)) return false;
      throw error;
    }
  });
  if (!isRight) throw new Refusal('passkey_refused');
  return token;
};

/** Returns the fresh token. */
export const provePasskey = async (
  db: Database,
  { credential }: { credential: Credential },
  { actor, site, now }: PasskeyContext & { actor: SessionOwner },
): Promise<string> => {
  const { staffId, sessionId } = actor;
  const { use } = await readPasskey(db, { purpose: 'confirm', staffId }, { credential, site, now });
  return inTransaction(db, async (tx) => {
    await lockStaff(tx, staffId);
    await use(tx);
    await recordSignIn(tx, actor, 'passkey', now);
    return confirmSession(tx, sessionId, now);
  });
};

export const addPasskey = (
  db: Database,
  { name, credential }: { name: string; credential: Credential },
  { actor, site, now }: PasskeyContext & { actor: SessionOwner },
): Promise<Added> =>
  inTransaction(db, async (tx) => {
    const { staffId, sessionId } = actor;
    await lockStaff(tx, staffId);
    const passkey = await readNewPasskey(tx, staffId, { credential, site, now });
    const [added] = await tx
      .insert(staffPasskeys)
      .values({ ...passkey, staffId, name, createdAt: now })
      .onConflictDoNothing()
      .returning({ id: staffPasskeys.id });
    if (!added) throw new Refusal('passkey_refused');
    const event = {
      actor,
      action: 'staff.add_passkey',
      staffId,
      after: { name },
    } as const;
    await recordStaffEvent(tx, event, now);
    const recoveryCodes = await createFirstRecoveryCodes(tx, staffId);
    return { token: await confirmSession(tx, sessionId, now), recoveryCodes };
  });
