import { lte, or } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import {
  staffChallenges,
  staffInvitations,
  staffKnownAddresses,
  staffPasswordResets,
  staffSessions,
} from '../tables.ts';
import { IDLE_LIMIT } from './sessions.ts';

const DAY = 24 * 3_600_000;
const YEAR = 365 * DAY;

export const forgetExpiredOfStaff = async (db: Database, now: Date): Promise<void> => {
  const before = (span: number) => new Date(now.getTime() - span);
  await db
    .delete(staffSessions)
    .where(or(lte(staffSessions.expiresAt, now), lte(staffSessions.lastUsedAt, before(IDLE_LIMIT))));
  await db.delete(staffChallenges).where(lte(staffChallenges.expiresAt, now));
  await db.delete(staffInvitations).where(lte(staffInvitations.expiresAt, before(DAY)));
  await db.delete(staffPasswordResets).where(lte(staffPasswordResets.expiresAt, before(DAY)));
  await db.delete(staffKnownAddresses).where(lte(staffKnownAddresses.lastUsedAt, before(YEAR)));
};
