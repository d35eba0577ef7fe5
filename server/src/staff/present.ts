import { isoTaipei } from '@portal/contract/dates';
import type { OfficeSession, StaffMember } from '@portal/contract/office/staff';
import { rightsOf } from '@portal/contract/rights';
import type { Staff } from './actors.ts';
import { grantsWithin, holdsNoOtherRole, scopeOfStaff } from './policy.ts';
import type { Member } from './queries.ts';
import { stageOf } from './rules.ts';
import type { LiveSession } from './sign-in/sessions.ts';
import { stateOf } from './states.ts';
import type { staffPasskeys, staffSessions } from './tables.ts';

/** Shows roles and rights only after the whole sign-in. */
export const presentSession = (session: LiveSession, secondFactorOptional: boolean): OfficeSession => {
  const stage = stageOf(session, !secondFactorOptional);
  const { totp, passkeys, recoveryCodes, name, email, grants } = session;
  return {
    stage,
    factors: { totp, passkeys, recoveryCodes },
    secondFactorOptional,
    name,
    email,
    roles: stage === 'in' ? [...grants] : [],
    can: stage === 'in' ? rightsOf(grants) : [],
  };
};

/** Roles outside the viewer's scope, and the sign-ins of an account that has such roles, are not shown. */
export const presentMember = (member: Member, viewer: Staff): StaffMember => {
  const { grants, lastSeenAt, identitySpentAt, factorReset } = member;
  const scope = scopeOfStaff(viewer, 'staff.read');
  const isWhole = holdsNoOtherRole(grants, scope);
  return {
    id: member.id,
    email: member.email,
    name: member.name,
    state: stateOf(member),
    roles: grantsWithin(grants, scope),
    version: member.version,
    hasSecondFactor: member.hasSecondFactor,
    factorReset: factorReset && {
      askedBy: factorReset.askedBy,
      dueAt: isoTaipei(new Date(factorReset.dueAt)),
      canConfirm: factorReset.askedById !== viewer.staffId,
    },
    createdAt: isoTaipei(member.createdAt),
    lastSeenAt: isWhole && lastSeenAt ? isoTaipei(lastSeenAt) : null,
    hasHistory: isWhole,
    identitySpentAt: identitySpentAt && isoTaipei(identitySpentAt),
  };
};

export const presentPasskey = ({ id, name, createdAt, lastUsedAt }: typeof staffPasskeys.$inferSelect) => ({
  id,
  name,
  createdAt: isoTaipei(createdAt),
  lastUsedAt: lastUsedAt && isoTaipei(lastUsedAt),
});

export const presentOwnSession = (
  { id, createdAt, lastUsedAt, userAgent, address }: typeof staffSessions.$inferSelect,
  currentId: number,
) => ({
  id,
  current: id === currentId,
  createdAt: isoTaipei(createdAt),
  lastUsedAt: isoTaipei(lastUsedAt),
  userAgent,
  address,
});
