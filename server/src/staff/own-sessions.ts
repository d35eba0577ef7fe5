import { and, desc, eq, gt } from 'drizzle-orm';
import type { Executor } from '../platform/database.ts';
import { IDLE_LIMIT } from './sessions.ts';
import { staffSessions } from './tables.ts';

export const findSessions = (db: Executor, staffId: number, now: Date) =>
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

export const endSession = async (db: Executor, staffId: number, id: number): Promise<boolean> => {
  const ended = await db
    .delete(staffSessions)
    .where(and(eq(staffSessions.staffId, staffId), eq(staffSessions.id, id)))
    .returning({ id: staffSessions.id });
  return ended.length > 0;
};

export const endAllSessions = (db: Executor, staffId: number) =>
  db.delete(staffSessions).where(eq(staffSessions.staffId, staffId));
