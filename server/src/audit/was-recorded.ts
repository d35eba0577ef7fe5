import type { Action, Subject } from '@portal/contract/office/audit';
import type { EventData } from '@portal/contract/office/event-fields';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { auditEvents } from './tables.ts';

interface Recorded {
  readonly subject: Subject;
  readonly subjectId: number;
  readonly action: Action;
  /** The event may have more fields. */
  readonly after: EventData;
}

/** Whether the same act was recorded since that time: a repeat changes nothing, or is refused. */
export const wasRecorded = async (
  tx: Tx,
  { subject, subjectId, action, after }: Recorded,
  since: Date,
): Promise<boolean> => {
  const [found] = await tx
    .select({ id: auditEvents.id })
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.subject, subject),
        eq(auditEvents.subjectId, subjectId),
        eq(auditEvents.action, action),
        gt(auditEvents.at, since),
        sql`${auditEvents.after} @> ${JSON.stringify(after)}::jsonb`,
      ),
    )
    .limit(1);
  return found !== undefined;
};
