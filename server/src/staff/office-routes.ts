import { ownScope } from '@portal/contract/office/scope';
import * as contract from '@portal/contract/office/session';
import { securityLog } from '../accounts/sign-in/security-log.ts';
import { inTransaction } from '../platform/database.ts';
import { AnswerWithHeaders } from '../platform/http.ts';
import { dropToken } from './cookie.ts';
import type { OfficeRoutes } from './gate.ts';
import { accountOfficeRoutes } from './office-account-routes.ts';
import { preferencesOfficeRoutes } from './office-preferences-routes.ts';
import { staffListOfficeRoutes } from './office-staff-routes.ts';
import { findOwnOrganizations } from './own-organizations.ts';
import { presentSession } from './present.ts';
import { proveCode } from './prove-code.ts';
import { findByEmail } from './queries.ts';
import { sessionAnswer } from './session-answer.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';

const sessionRoutes: OfficeRoutes = (serve, services) => {
  const { db, config } = services;
  const isOptional = config.staffSecondFactor === 'optional';
  const enter = sessionAnswer(services);
  const withSecurityLog = securityLog(services);

  serve(contract.signIn, async ({ body, actor, address, now }) => {
    const device = { address, userAgent: actor.userAgent };
    const findStaffId = async () => (await findByEmail(db, body.email))?.id ?? null;
    const token = await withSecurityLog('staff.sign_in', { address, findStaffId }, () =>
      signIn(db, body, { device, factorRequired: !isOptional, now }),
    );
    return enter(actor, token, now);
  });

  serve(contract.proveCode, async ({ body, actor, address, now }) => {
    const findStaffId = async () => actor.staffId;
    const token = await withSecurityLog('staff.second_factor', { address, findStaffId }, () =>
      proveCode(db, body, { actor, address, now }),
    );
    return enter(actor, token, now);
  });

  serve(contract.currentSession, async ({ actor }) => presentSession(actor, isOptional));

  serve(ownScope, ({ actor }) => findOwnOrganizations(db, actor));

  serve(contract.signOut, async ({ actor: { token, cookie }, now }) => {
    if (token !== null) await inTransaction(db, (tx) => signOut(tx, { token }, { now }));
    return new AnswerWithHeaders({ message: '已登出' }, dropToken(cookie));
  });
};

export const staffOfficeRoutes =
  (site: { publicUrl(): string }): OfficeRoutes =>
  (...args) => {
    const registrars = [
      sessionRoutes,
      accountOfficeRoutes,
      staffListOfficeRoutes(site),
      preferencesOfficeRoutes,
    ];
    for (const register of registrars) register(...args);
  };
