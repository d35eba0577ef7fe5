import * as contract from '@portal/contract/office/session';
import { AnswerWithHeaders } from '../platform/http.ts';
import { dropToken } from './cookie.ts';
import { enterer } from './enter.ts';
import type { OfficeRoutes } from './gate.ts';
import { accountOfficeRoutes } from './office-account-routes.ts';
import { staffListOfficeRoutes } from './office-staff-routes.ts';
import { presentSession } from './present.ts';
import { proveCode } from './prove-code.ts';
import { endSessionOf } from './sessions.ts';
import { signIn } from './sign-in.ts';

const sessionRoutes: OfficeRoutes = (serve, services) => {
  const { db, config } = services;
  const isOptional = config.staffSecondFactor === 'optional';
  const enter = enterer(services);

  serve(contract.signIn, async ({ body, actor, address, now }) => {
    const device = { address, userAgent: actor.userAgent };
    return enter(actor, await signIn(db, body, { device, factorRequired: !isOptional, now }), now);
  });

  serve(contract.proveCode, async ({ body, actor, address, now }) =>
    enter(actor, await proveCode(db, body, { actor, address, now }), now),
  );

  serve(contract.currentSession, async ({ actor }) => presentSession(actor, isOptional));

  serve(contract.signOut, async ({ actor }) => {
    if (actor.token !== null) await endSessionOf(db, actor.token);
    return new AnswerWithHeaders({ message: '已登出' }, dropToken(actor.cookie));
  });
};

export const staffOfficeRoutes: OfficeRoutes = (...given) => {
  for (const register of [sessionRoutes, accountOfficeRoutes, staffListOfficeRoutes]) register(...given);
};
