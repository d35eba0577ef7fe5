import * as contract from '@portal/contract/office/staff';
import { eq } from 'drizzle-orm';
import { securityLog } from '../../accounts/sign-in/security-log.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { AnswerWithHeaders } from '../../platform/http/http.ts';
import { officeName } from '../factors/office-name.ts';
import { askForNewPasskey, askForPasskey, askForSignIn } from '../factors/passkeys.ts';
import { removePasskey, removeTotp } from '../factors/remove-factor.ts';
import { renamePasskey } from '../factors/rename-passkey.ts';
import { renewRecoveryCodes } from '../factors/renew-recovery-codes.ts';
import { beginTotp, confirmTotp } from '../factors/set-up-totp.ts';
import { otpauthAddress } from '../factors/totp.ts';
import { askForStaffReset } from '../forgotten/ask-for-reset.ts';
import { findResetOwner } from '../forgotten/reset-links.ts';
import { resetStaffPassword } from '../forgotten/reset-staff-password.ts';
import type { OfficeRoutes, PendingStaff, Visitor } from '../gate.ts';
import { acceptInvitation } from '../members/accept-invitation.ts';
import { findInvited } from '../members/invitations.ts';
import { presentOwnSession, presentPasskey } from '../present.ts';
import { findByEmail } from '../queries.ts';
import { isConfirmedLately } from '../rules.ts';
import { changeStaffPassword } from '../sign-in/change-staff-password.ts';
import { dropToken } from '../sign-in/cookie.ts';
import { endOwnSession, endOwnSessions } from '../sign-in/end-own-session.ts';
import { findOwnSessions } from '../sign-in/own-sessions.ts';
import { addPasskey, provePasskey, signInByPasskey } from '../sign-in/prove-passkey.ts';
import { provePassword } from '../sign-in/prove-password.ts';
import { factorAnswer, sessionAnswer } from '../sign-in/session-answer.ts';
import { findSession, startSession } from '../sign-in/sessions.ts';
import { staffPasskeys } from '../tables.ts';

const DONE = { message: '已完成' };

/** The password is enough to add the first second factor. To add another, a recent proof of one is needed. */
const refuseAdding = (caller: PendingStaff, now: Date): void => {
  if (caller.stage === 'setUp') return;
  if (caller.stage === 'secondFactor') throw new Refusal('second_factor_due');
  if (!isConfirmedLately(caller, now)) throw new Refusal('step_up_required');
};

const invitationRoutes: OfficeRoutes = (serve, services) => {
  const { db, config } = services;
  const enter = sessionAnswer(services);
  const withSecurityLog = securityLog(services);
  const isOptional = config.staffSecondFactor === 'optional';
  const startFor = async (
    { staffId, hasSecondFactor }: { staffId: number; hasSecondFactor: boolean },
    { actor, address, now }: { actor: Visitor; address: string; now: Date },
  ) => {
    const device = { address, userAgent: actor.userAgent };
    const confirmedAt = isOptional && !hasSecondFactor ? now : null;
    return enter(actor, await startSession(db, { staffId, confirmedAt, device }, now), now);
  };

  serve(contract.checkInvitation, async ({ body: { token }, now }) => {
    const invited = await findInvited(db, token, now);
    if (!invited) throw new Refusal('invitation_ended');
    return { name: invited.name, email: invited.email };
  });

  serve(contract.acceptInvitation, async ({ body, actor, address, now }) =>
    startFor(await acceptInvitation(db, body, { now }), { actor, address, now }),
  );

  serve(contract.askStaffReset, async ({ body, address, now }) => {
    const findStaffId = async () => (await findByEmail(db, body.email))?.id ?? null;
    await withSecurityLog('staff.ask_reset', { address, findStaffId }, () =>
      askForStaffReset(db, body, { address, now }),
    );
    return { message: '若此電子信箱有後台帳號，設定新密碼的連結已寄出' };
  });

  serve(contract.checkStaffReset, async ({ body: { token }, now }) => {
    const owner = await findResetOwner(db, token, now);
    if (!owner) throw new Refusal('staff_reset_ended');
    return { name: owner.name, email: owner.email };
  });

  serve(contract.resetStaffPassword, async ({ body, actor, address, now }) => {
    const reset = await withSecurityLog('staff.password_reset', { address }, () =>
      resetStaffPassword(db, body, { address, now }),
    );
    return startFor(reset, { actor, address, now });
  });
};

const proofRoutes: OfficeRoutes = (serve, services) => {
  const { db } = services;
  const withSecurityLog = securityLog(services);
  const enter = sessionAnswer(services);

  serve(contract.askPasskeySignIn, ({ actor: { site }, address, now }) =>
    askForSignIn(db, { site, address, now }),
  );

  serve(contract.passkeySignIn, async ({ body, actor, address, now }) => {
    const device = { address, userAgent: actor.userAgent };
    let token: string | null = null;
    const findStaffId = async () => (token ? ((await findSession(db, token, now))?.staffId ?? null) : null);
    token = await withSecurityLog('staff.sign_in', { address, findStaffId }, async () => {
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
    const token = await withSecurityLog('staff.second_factor', { address, findStaffId }, () =>
      provePasskey(db, body, { actor, site: actor.site, now }),
    );
    return enter(actor, token, now);
  });

  serve(contract.passwordProof, async ({ body, actor, now }) => {
    if (actor.totp || actor.passkeys > 0) throw new Refusal('second_factor_due');
    return enter(actor, await provePassword(db, body, { actor, now }), now);
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
    return { secret, address: otpauthAddress(secret, actor.email, await officeName(db)) };
  });

  serve(contract.confirmTotp, async ({ body, actor, address, now }) => {
    refuseAdding(actor, now);
    return add(actor, await confirmTotp(db, body, { actor, address, now }), now);
  });

  serve(contract.removeTotp, async ({ actor, now }) => {
    await inTransaction(db, (tx) => removeTotp(tx, { factorRequired }, { actor, now }));
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
    await inTransaction(db, (tx) => removePasskey(tx, { ...params, factorRequired }, { actor, now }));
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
  serve(contract.changeStaffPassword, async ({ body, actor, now }) => {
    await changeStaffPassword(db, body, { actor, now });
    return DONE;
  });

  serve(contract.ownSessions, async ({ actor: { staffId, sessionId }, now }) =>
    (await findOwnSessions(db, staffId, now)).map((session) => presentOwnSession(session, sessionId)),
  );

  serve(contract.endOwnSession, async ({ params, actor, now }) => {
    await inTransaction(db, (tx) => endOwnSession(tx, params, { actor, now }));
    return DONE;
  });

  serve(contract.endOwnSessions, async ({ actor, now }) => {
    await inTransaction(db, (tx) => endOwnSessions(tx, { actor, now }));
    return new AnswerWithHeaders(DONE, dropToken(actor.cookie));
  });
};

export const accountOfficeRoutes: OfficeRoutes = (...args) => {
  for (const register of [invitationRoutes, proofRoutes, factorRoutes, ownRoutes]) register(...args);
};
