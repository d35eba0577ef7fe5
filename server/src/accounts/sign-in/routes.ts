import * as contract from '@portal/contract/accounts';
import { isoTaipei } from '@portal/contract/dates';
import * as sessionCalls from '@portal/contract/sessions';
import { Refusal } from '../../platform/errors.ts';
import type { TraineeRoutes } from '../gate.ts';
import { presentSession } from '../present.ts';
import { clientOf } from './device.ts';
import { logIn } from './log-in.ts';
import { endOtherSessions, endOwnSession, findOwnSessions } from './own-sessions.ts';
import { presentLogin } from './present-login.ts';
import { renewSession } from './renew-session.ts';
import { securityLog } from './security-log.ts';
import { endSession, IDLE_LIMIT } from './sessions.ts';

export const signInRoutes: TraineeRoutes = (serve, services) => {
  const { db } = services;
  const { birthdayPasswordDays: defaultPasswordDays } = services.config;
  const withSecurityLog = securityLog(services);

  serve(contract.login, async ({ body, address, userAgent, now }) =>
    presentLogin(
      db,
      await withSecurityLog('login', { address, account: body.account }, () =>
        logIn(db, body, { address, userAgent, defaultPasswordDays, now }),
      ),
    ),
  );

  serve(contract.logout, async ({ actor, address, now }) => {
    if (actor)
      await withSecurityLog('session.end', { address, ...actor }, () => endSession(db, { actor, now }));
    return { message: '已登出' };
  });

  serve(contract.renewSession, async ({ actor, idempotency, now, ...caller }) => {
    const key = idempotency?.key ?? null;
    const fresh = await renewSession(db, { key, client: clientOf(caller) }, { actor, now });
    if (!fresh) throw new Refusal('session_ended');
    const started = await presentLogin(db, { accountId: actor.accountId, token: fresh.token });
    const unused = Math.min(now.getTime() + IDLE_LIMIT, fresh.expiresAt.getTime());
    return { ...started, expires_at: isoTaipei(new Date(unused)) };
  });

  serve(sessionCalls.ownSessions, async ({ actor, now }) =>
    (await findOwnSessions(db, actor, now)).map(presentSession),
  );

  serve(sessionCalls.endOwnSession, async ({ actor, params, address, now }) => {
    await withSecurityLog('session.end', { address, ...actor }, () =>
      endOwnSession(db, params, { actor, now }),
    );
    return { message: '已結束該裝置的登入' };
  });

  serve(sessionCalls.endOtherSessions, async ({ actor, address, now }) => {
    await withSecurityLog('session.end', { address, ...actor }, () => endOtherSessions(db, { actor, now }));
    return { message: '已結束其他裝置的登入' };
  });
};
