import type { Endpoint } from '@portal/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Gate } from '../platform/http/http.ts';
import type { RouteModule } from '../platform/services.ts';
import type { Trainee } from './actors.ts';
import { identifyRenewed } from './sign-in/renew-session.ts';
import { identifier } from './sign-in/sessions.ts';

export interface SignedInTrainee extends Trainee {
  readonly state: boolean;
  readonly hasDefaultPassword: boolean;
  readonly hasMailbox: boolean;
  readonly tokenHash: string;
  /** The token itself, needed to renew it. */
  readonly token: string;
}

/** A type alias, because an interface lacks the index signature that `Actors` requires. */
type TraineeActors = {
  public: SignedInTrainee | null;
  session: SignedInTrainee;
  trainee: SignedInTrainee;
};

export type TraineeRoutes = RouteModule<TraineeActors>;

const bearer = (request: FastifyRequest): string | null =>
  /^Bearer ([A-Za-z0-9_-]{1,200})$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;

/**
 * Somebody else may know the birth date: they see public pages as guests and may only replace the password, with a code
 * from the stored mailbox. Without a mailbox the branch must store one first.
 */
const admitDefaultPassword = (
  actor: SignedInTrainee,
  { access, ...endpoint }: Endpoint,
): SignedInTrainee | null => {
  if (access === 'public') return endpoint.allowsExpiredSession ? actor : null;
  if (!endpoint.allowsDefaultPassword) throw new Refusal('profile_incomplete');
  if (endpoint.allowsDefaultPassword === 'with_mailbox' && !actor.hasMailbox)
    throw new Refusal('branch_sets_mailbox');
  return actor;
};

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
