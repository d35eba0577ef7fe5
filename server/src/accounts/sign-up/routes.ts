import * as personForm from '@portal/contract/person-form';
import type { TraineeRoutes } from '../gate.ts';
import { presentLogin } from '../sign-in/present-login.ts';
import { securityLog } from '../sign-in/security-log.ts';
import { register } from './register.ts';

export const signUpRoutes: TraineeRoutes = (serve, services) => {
  const { db } = services;
  const withSecurityLog = securityLog(services);

  serve(personForm.register, async ({ body, file, idempotency, address, userAgent, now }) => {
    const context = { photo: file?.bytes ?? null, idempotency, address, userAgent, now };
    const started = await withSecurityLog('account.register', { address }, () =>
      register(services, body, context),
    );
    return presentLogin(db, started);
  });
};
