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

/** Admits guests and trainees by their token. */
export const traineeGate = (db: Database): Gate<TraineeActors> => {
  const identify = identifier(db);
  return async (request, { access, allowsExpiredSession, allowsRenewedSession }, now) => {
    const token = bearer(request);
    const find = async (given: string) =>
      (await identify(given, now)) ?? (allowsRenewedSession ? await identifyRenewed(db, given, now) : null);
    const actor = token === null ? null : await find(token);
    if (token !== null && !actor && !allowsExpiredSession) throw new Refusal('session_ended');
    if (access !== 'public' && !actor) throw new Refusal('session_ended');
    if (access === 'trainee' && !actor?.state) throw new Refusal('profile_incomplete');
    return { actor, owner: actor ? `account:${actor.accountId}` : 'guest' };
  };
};
