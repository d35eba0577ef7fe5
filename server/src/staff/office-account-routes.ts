import * as contract from '@portal/contract/office/account';
import { eq } from 'drizzle-orm';
import { securityLog } from '../accounts/sign-in/security-log.ts';
import { inTransaction } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import { AnswerWithHeaders } from '../platform/http.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { changeStaffPassword, checkOwnPassword } from './change-staff-password.ts';
import { dropToken } from './cookie.ts';
import type { OfficeRoutes, PendingStaff } from './gate.ts';
import { findInvited } from './invitations.ts';
import { endAllSessions, endSession, findSessions } from './own-sessions.ts';
import { askForNewPasskey, askForPasskey, askForSignIn } from './passkeys.ts';
import { presentOwnSession, presentPasskey } from './present.ts';
import { addPasskey, provePasskey, signInByPasskey } from './prove-passkey.ts';
import { removePasskey, removeTotp } from './remove-factor.ts';
import { renamePasskey } from './rename-passkey.ts';
import { renewRecoveryCodes } from './renew-recovery-codes.ts';
import { isConfirmedLately } from './rules.ts';
import { factorAnswer, sessionAnswer } from './session-answer.ts';
import { confirmSession, findSession, startSession } from './sessions.ts';
import { beginTotp, confirmTotp } from './set-up-totp.ts';
import { staffPasskeys } from './tables.ts';
import { otpauthAddress } from './totp.ts';

const DONE = { message: '已完成' };

/** The first second factor needs only the password, another one a recent proof. */
const refuseAdding = (caller: PendingStaff, now: Date): void => {
  if (caller.stage === 'setUp') return;
  if (caller.stage === 'secondFactor') throw new Refusal('second_factor_due');
  if (!isConfirmedLately(caller, now)) throw new Refusal('step_up_required');
};

const invitationRoutes: OfficeRoutes = (serve, services) => {
  const { db, config } = services;
  const enter = sessionAnswer(services);
  const isOptional = config.staffSecondFactor === 'optional';

  serve(contract.checkInvitation, async ({ body: { token }, now }) => {
    const invited = await findInvited(db, token, now);
    if (!invited) throw new Refusal('invitation_ended');
    return { name: invited.name, email: invited.email };
  });

  serve(contract.acceptInvitation, async ({ body, actor, address, now }) => {
    const staffId = await acceptInvitation(db, body, { now });
    const device = { address, userAgent: actor.userAgent };
    const token = await startSession(db, { staffId, confirmedAt: isOptional ? now : null, device }, now);
    return enter(actor, token, now);
  });
};

const proofRoutes: OfficeRoutes = (serve, services) => {
  const { db } = services;
  const logged = securityLog(services);
  const enter = sessionAnswer(services);

  serve(contract.askPasskeySignIn, ({ actor: { site }, address, now }) =>
    askForSignIn(db, { site, address, now }),
  );

  serve(contract.passkeySignIn, async ({ body, actor, address, now }) => {
    const device = { address, userAgent: actor.userAgent };
    let token: string | null = null;
    const findStaffId = async () => (token ? ((await findSession(db, token, now))?.staffId ?? null) : null);
    token = await logged('staff.sign_in', { address, findStaffId }, async () => {
      token = await signInByPasskey(db, body, { device, site: actor.site, now });
      return token;
    });
    return enter(actor, token, now);
  });

  serve(contract.askPasskeyProof, ({ actor: { staffId, site }, now }) =>
    askForPasskey(db, staffId, { site, now }),
  );

  serve(contract.passkeyProof, async ({ body, actor, address, now }) => {
    const findStaffId = async () => actor.staffId;
    const token = await logged('staff.second_factor', { address, findStaffId }, () =>
      provePasskey(db, body, { actor, site: actor.site, now }),
    );
    return enter(actor, token, now);
  });

  serve(contract.passwordProof, async ({ body, actor, address, now }) => {
    if (actor.totp || actor.passkeys > 0) throw new Refusal('second_factor_due');
    await checkOwnPassword(db, body.password, { email: actor.email, address, now });
    return enter(actor, await confirmSession(db, actor.sessionId, now), now);
  });
};

const factorRoutes: OfficeRoutes = (serve, services) => {
  const { db, config } = services;
  const factorRequired = config.staffSecondFactor !== 'optional';
  const add = factorAnswer(services);

  serve(contract.factors, async ({ actor: { staffId, totp, recoveryCodes } }) => {
    const found = await db.select().from(staffPasskeys).where(eq(staffPasskeys.staffId, staffId));
    return { totp, recoveryCodes, passkeys: found.map(presentPasskey) };
  });

  serve(contract.beginTotp, async ({ actor, now }) => {
    refuseAdding(actor, now);
    const secret = await beginTotp(db, { actor, now });
    return { secret, address: otpauthAddress(secret, actor.email) };
  });

  serve(contract.confirmTotp, async ({ body, actor, address, now }) => {
    refuseAdding(actor, now);
    return add(actor, await confirmTotp(db, body, { actor, address, now }), now);
  });

  serve(contract.removeTotp, async ({ actor, now }) => {
    await inTransaction(db, (tx) => removeTotp(tx, { actor, factorRequired, now }));
    return DONE;
  });

  serve(contract.beginPasskey, async ({ actor, now }) => {
    refuseAdding(actor, now);
    return askForNewPasskey(db, actor, { site: actor.site, now });
  });

  serve(contract.addPasskey, async ({ body, actor, now }) => {
    refuseAdding(actor, now);
    return add(actor, await addPasskey(db, body, { actor, site: actor.site, now }), now);
  });

  serve(contract.removePasskey, async ({ params, actor, now }) => {
    await inTransaction(db, (tx) => removePasskey(tx, params, { actor, factorRequired, now }));
    return DONE;
  });

  serve(contract.renamePasskey, async ({ params: { id }, body: { name }, actor, now }) => {
    await inTransaction(db, (tx) => renamePasskey(tx, { id, name }, { actor, now }));
    return DONE;
  });

  serve(contract.renewRecoveryCodes, async ({ actor, now }) => ({
    recoveryCodes: await inTransaction(db, (tx) => renewRecoveryCodes(tx, { actor, now })),
  }));
};

const ownRoutes: OfficeRoutes = (serve, { db }) => {
  serve(contract.changeStaffPassword, async ({ body, actor, address, now }) => {
    await changeStaffPassword(db, body, { actor, address, now });
    return DONE;
  });

  serve(contract.ownSessions, async ({ actor: { staffId, sessionId }, now }) =>
    (await findSessions(db, staffId, now)).map((session) => presentOwnSession(session, sessionId)),
  );

  serve(contract.endOwnSession, async ({ params: { id }, actor: { staffId } }) => {
    if (!(await endSession(db, staffId, id))) throw new Refusal('not_found');
    return DONE;
  });

  serve(contract.endOwnSessions, async ({ actor: { staffId, cookie } }) => {
    await endAllSessions(db, staffId);
    return new AnswerWithHeaders(DONE, dropToken(cookie));
  });
};

export const accountOfficeRoutes: OfficeRoutes = (...given) => {
  for (const register of [invitationRoutes, proofRoutes, factorRoutes, ownRoutes]) register(...given);
};
