import { randomBytes } from 'node:crypto';
import type { RoleGrant } from '@portal/contract/rights';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { hashToken } from '../../accounts/sign-in/sessions.ts';
import { organizations } from '../../catalogue/tables.ts';
import type { Database, Executor } from '../../platform/database/database.ts';
import { preparedSelect, statement } from '../../platform/database/statement.ts';
import { identifyStaff, type KnownStaff } from '../actors.ts';
import {
  staffAccounts,
  staffPasskeys,
  staffRecoveryCodes,
  staffRoles,
  staffSessions,
  staffTotp,
} from '../tables.ts';
import { rememberStaffAddress } from './known-addresses.ts';

const MINUTE = 60_000;
export const IDLE_LIMIT = 30 * MINUTE;
const AGE_LIMIT = 12 * 60 * MINUTE;
/** `last_used_at` is written at most so often. */
const TOUCH_INTERVAL_MS = MINUTE;

const newToken = () => randomBytes(32).toString('base64url');

export interface Device {
  readonly address: string;
  readonly userAgent: string | null;
}

/** `confirmedAt`: null while the second factor is due. The token is stored as SHA-256. */
export const startSession = async (
  db: Executor,
  { staffId, confirmedAt, device }: { staffId: number; confirmedAt: Date | null; device: Device },
  now: Date,
): Promise<string> => {
  const token = newToken();
  await db.insert(staffSessions).values({
    tokenHash: hashToken(token),
    staffId,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: new Date(now.getTime() + AGE_LIMIT),
    confirmedAt,
    ...device,
  });
  if (confirmedAt) await rememberStaffAddress(db, { staffId, address: device.address }, now);
  return token;
};

/** Returns a fresh token: a token that somebody knows from before becomes invalid. */
export const confirmSession = async (db: Executor, sessionId: number, now: Date): Promise<string> => {
  const token = newToken();
  const [confirmed] = await db
    .update(staffSessions)
    .set({ tokenHash: hashToken(token), confirmedAt: now })
    .where(eq(staffSessions.id, sessionId))
    .returning({ staffId: staffSessions.staffId, address: staffSessions.address });
  if (confirmed) await rememberStaffAddress(db, confirmed, now);
  return token;
};

interface NamedGrant extends RoleGrant {
  readonly organization: string | null;
}

/** Names the table too: Drizzle leaves it out in a select of one table, and a subquery would then take its own column. */
export const accountId = sql.raw('staff_accounts.id');

export const grantsOf = sql<NamedGrant[]>`coalesce((
  select json_agg(json_build_object('role', r.role, 'organizationId', r.organization_id, 'organization', o.name) order by r.id)
  from ${staffRoles} r left join ${organizations} o on o.id = r.organization_id
  where r.staff_id = ${accountId}), '[]')`;

const liveSession = preparedSelect('find_staff_session', (query) =>
  query
    .select({
      sessionId: staffSessions.id,
      confirmedAt: staffSessions.confirmedAt,
      lastUsedAt: staffSessions.lastUsedAt,
      staffId: staffAccounts.id,
      name: staffAccounts.name,
      email: staffAccounts.email,
      grants: grantsOf,
      totp: sql<boolean>`exists (select 1 from ${staffTotp} t where t.staff_id = ${staffAccounts.id} and t.secret is not null)`,
      passkeys: sql<number>`(select count(*)::int from ${staffPasskeys} p where p.staff_id = ${staffAccounts.id})`,
      recoveryCodes: sql<number>`(
        select count(*)::int from ${staffRecoveryCodes} c where c.staff_id = ${staffAccounts.id} and c.used_at is null)`,
    })
    .from(staffSessions)
    .innerJoin(staffAccounts, eq(staffAccounts.id, staffSessions.staffId))
    .where(
      and(
        eq(staffSessions.tokenHash, sql.placeholder('tokenHash')),
        gt(staffSessions.expiresAt, sql.placeholder('now')),
        gt(staffSessions.lastUsedAt, sql.placeholder('idleSince')),
        isNull(staffAccounts.suspendedAt),
      ),
    ),
);

export type LiveSession = Awaited<ReturnType<typeof liveSession>>[number] & KnownStaff;

const writeUse = statement(
  'touch_staff_session',
  sql`update ${staffSessions} set last_used_at = ${sql.placeholder('now')}
    where id = ${sql.placeholder('sessionId')} and last_used_at < ${sql.placeholder('before')}`,
);

/**
 * Returns null if the session is unknown, idle for 30 minutes or 12 hours old, or its account suspended. With `isUse` the
 * session stops being idle.
 */
export const findSession = async (
  db: Database,
  token: string,
  now: Date,
  isUse = true,
): Promise<LiveSession | null> => {
  const idleSince = new Date(now.getTime() - IDLE_LIMIT);
  const [found] = await liveSession(db, { tokenHash: hashToken(token), now, idleSince });
  if (!found) return null;
  const before = new Date(now.getTime() - TOUCH_INTERVAL_MS);
  // Reading goes on where nothing can be written (a full disk); the next request tries again.
  if (isUse && found.lastUsedAt < before)
    await writeUse(db, { sessionId: found.sessionId, now, before }).catch(() => {});
  return identifyStaff(found);
};
