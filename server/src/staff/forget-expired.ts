import { lt, or } from 'drizzle-orm';
import type { Database } from '../platform/database.ts';
import { IDLE_LIMIT } from './sessions.ts';
import { staffChallenges, staffInvitations, staffSessions } from './tables.ts';

const DAY = 24 * 3_600_000;

export const forgetExpiredOfStaff = async (db: Database, now: Date): Promise<void> => {
  const before = (span: number) => new Date(now.getTime() - span);
  await db
    .delete(staffSessions)
    .where(or(lt(staffSessions.expiresAt, now), lt(staffSessions.lastUsedAt, before(IDLE_LIMIT))));
  await db.delete(staffChallenges).where(lt(staffChallenges.expiresAt, now));
  await db.delete(staffInvitations).where(lt(staffInvitations.expiresAt, before(DAY)));
};
