import * as personForm from '@portal/contract/person-form';
import type { TraineeRoutes } from '../gate.ts';
import { presentEntrance } from '../sign-in/present-entrance.ts';
import { securityLog } from '../sign-in/security-log.ts';
import { register } from './register.ts';

export const signUpRoutes: TraineeRoutes = (serve, services) => {
  const { db } = services;
  const logged = securityLog(services);

  serve(personForm.register, async ({ body, file, idempotency, address, userAgent, now }) => {
    const circumstances = { photo: file?.bytes ?? null, idempotency, address, userAgent, now };
    const entrance = await logged('account.register', { address }, () =>
      register(services, body, circumstances),
    );
    return presentEntrance(db, entrance);
  });
};
