import type { OfficeAccess } from '@portal/contract/endpoint';
import type { Stage } from '@portal/contract/office/staff';
import { holds, type Right } from '@portal/contract/rights';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Gate } from '../platform/http/http.ts';
import type { RouteModule, Services } from '../platform/services.ts';
import { proveStaff, type Staff } from './actors.ts';
import type { PasskeySite } from './factors/passkeys.ts';
import { isConfirmedLately, stageOf } from './rules.ts';
import { cookieOf, isSecure, readToken, type SessionCookie } from './sign-in/cookie.ts';
import { refuseOtherSites } from './sign-in/same-origin.ts';
import { findSession, type LiveSession } from './sign-in/sessions.ts';

export interface Visitor {
  readonly cookie: SessionCookie;
  readonly token: string | null;
  readonly userAgent: string | null;
  /** This site as the caller's browser names it. */
  readonly site: PasskeySite;
}

/** The second factor may still be due. */
export interface PendingStaff extends Visitor, LiveSession {
  readonly stage: Stage;
}

type SignedInStaff = PendingStaff & Staff;

type OfficeActors = { 'office.guest': Visitor; 'office.pending': PendingStaff; office: SignedInStaff } & {
  [R in Right]: SignedInStaff;
};

export type OfficeRoutes = RouteModule<OfficeActors>;

const visitorOf = (request: FastifyRequest, config: Config): Visitor => {
  const cookie = cookieOf(isSecure(request, config));
  const userAgent = request.headers['user-agent']?.slice(0, 300) ?? null;
  const origin = URL.parse(config.publicUrl ?? `${request.protocol}://${request.headers.host}`);
  const site = { origin: origin?.origin ?? '', rpId: origin?.hostname ?? '' };
  return { cookie, token: readToken(request, cookie), userAgent, site };
};

const sessionOf = async (
  db: Database,
  visitor: Visitor,
  config: Config,
  { now, isUse }: { now: Date; isUse: boolean },
): Promise<PendingStaff> => {
  const session = visitor.token === null ? null : await findSession(db, visitor.token, now, isUse);
  if (!session) throw new Refusal('session_ended');
  return { ...visitor, ...session, stage: stageOf(session, config.staffSecondFactor !== 'optional') };
};

const refusalByStage = { secondFactor: 'second_factor_due', setUp: 'second_factor_missing' } as const;

const admitStaff = (
  session: PendingStaff,
  access: Exclude<OfficeAccess, 'office.guest' | 'office.pending'>,
) => {
  if (session.stage !== 'in') throw new Refusal(refusalByStage[session.stage]);
  if (access !== 'office' && !holds(session.grants, access)) throw new Refusal('forbidden');
  return proveStaff(session);
};

export const staffGate =
  ({ db, config }: Services): Gate<OfficeActors> =>
  async (request, { method, access, stepUp, background }, now) => {
    if (method !== 'GET') refuseOtherSites(request, config.publicUrl);
    const visitor = visitorOf(request, config);
    if (access === 'office.guest') return { actor: visitor, owner: 'guest' };
    const session = await sessionOf(db, visitor, config, { now, isUse: !background });
    const actor = access === 'office.pending' ? session : admitStaff(session, access);
    if (stepUp && !isConfirmedLately(session, now)) throw new Refusal('step_up_required');
    return { actor, owner: `staff:${session.staffId}` };
  };
