import { and, desc, eq, gt } from 'drizzle-orm';
import type { Executor } from '../../platform/database/database.ts';
import { staffSessions } from '../tables.ts';
import { IDLE_LIMIT } from './sessions.ts';

export const findOwnSessions = (db: Executor, staffId: number, now: Date) =>
  db
    .select()
    .from(staffSessions)
    .where(
      and(
        eq(staffSessions.staffId, staffId),
        gt(staffSessions.expiresAt, now),
        gt(staffSessions.lastUsedAt, new Date(now.getTime() - IDLE_LIMIT)),
      ),
    )
    .orderBy(desc(staffSessions.lastUsedAt), desc(staffSessions.id));
