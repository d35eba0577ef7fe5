import * as contract from '@portal/contract/office/staff';
import { ownScope } from '@portal/contract/office/staff';
import { securityLog } from '../../accounts/sign-in/security-log.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { AnswerWithHeaders } from '../../platform/http/http.ts';
import type { OfficeRoutes } from '../gate.ts';
import { findOwnOrganizations } from '../own-organizations.ts';
import { presentSession } from '../present.ts';
import { findByEmail } from '../queries.ts';
import { dropToken } from '../sign-in/cookie.ts';
import { proveCode } from '../sign-in/prove-code.ts';
import { sessionAnswer } from '../sign-in/session-answer.ts';
import { signIn } from '../sign-in/sign-in.ts';
import { signOut } from '../sign-in/sign-out.ts';
import { accountOfficeRoutes } from './account-routes.ts';
import { preferencesOfficeRoutes } from './preferences-routes.ts';
import { staffListOfficeRoutes } from './staff-routes.ts';

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
