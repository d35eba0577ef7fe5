import type { TraineeRoutes } from './gate.ts';
import { lookupRoutes } from './lookups/routes.ts';
import { mailboxRoutes } from './mailbox/routes.ts';
import { passwordRoutes } from './passwords/routes.ts';
import { profileRoutes } from './profile/routes.ts';
import { signInRoutes } from './sign-in/routes.ts';
import { signUpRoutes } from './sign-up/routes.ts';

export const accountRoutes: TraineeRoutes = (serve, services, app) => {
  signInRoutes(serve, services, app);
  signUpRoutes(serve, services, app);
  profileRoutes(serve, services, app);
  passwordRoutes(serve, services, app);
  mailboxRoutes(serve, services, app);
  lookupRoutes(serve, services, app);
};
