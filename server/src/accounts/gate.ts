import type { Endpoint } from '@portal/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Gate } from '../platform/http.ts';
import type { RouteModule } from '../platform/services.ts';
import { identifyRenewed } from './renew-session.ts';
import { identifier } from './sessions.ts';

/** The trainee who calls, as the session says. */
export interface Trainee {
  readonly accountId: number;
  /** The profile is complete. */
  readonly state: boolean;
  /** The password is still the birth date, which others may know. */
  readonly hasDefaultPassword: boolean;
  readonly tokenHash: string;
  /** The token itself: its exchange needs it. */
  readonly token: string;
}

/** Type aliases, for only these have the index that `Actors` asks. */
type TraineeActors = {
  public: Trainee | null;
  session: Trainee;
  trainee: Trainee;
};

/** The trainee's calls of a room. */
export type TraineeRoutes = RouteModule<TraineeActors>;

const bearer = (request: FastifyRequest): string | null =>
  /^Bearer ([A-Za-z0-9_-]{1,200})$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;

/**
 * Who knows a birth date is not yet known to be its owner: public pages show them what a guest sees, and of the calls for
 * people with a session those alone are open that lead to a password of their own.
 */
const admitDefaultPassword = (actor: Trainee, { access, ...endpoint }: Endpoint): Trainee | null => {
  if (access === 'public') return endpoint.allowsExpiredSession ? actor : null;
  if (!endpoint.allowsDefaultPassword) throw new Refusal('profile_incomplete');
  return actor;
};

/** Admits guests and trainees by their token. */
export const traineeGate = (db: Database): Gate<TraineeActors> => {
  const identify = identifier(db);
  return async (request, endpoint, now) => {
    const { access, allowsExpiredSession, allowsRenewedSession } = endpoint;
    const token = bearer(request);
    const find = async (given: string) =>
      (await identify(given, now)) ?? (allowsRenewedSession ? await identifyRenewed(db, given, now) : null);
    const caller = token === null ? null : await find(token);
    if (token !== null && !caller && !allowsExpiredSession) throw new Refusal('session_ended');
    if (access !== 'public' && !caller) throw new Refusal('session_ended');
    const actor = caller?.hasDefaultPassword ? admitDefaultPassword(caller, endpoint) : caller;
    if (access === 'trainee' && !actor?.state) throw new Refusal('profile_incomplete');
    return { actor, owner: actor ? `account:${actor.accountId}` : 'guest' };
  };
};
