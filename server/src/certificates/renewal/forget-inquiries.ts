import { isoTaipei } from '@portal/contract/dates';
import { eq, inArray, sql } from 'drizzle-orm';
import { recordEvents } from '../../audit/record-event.ts';
import { markRemoved } from '../../documents/store.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import { certificates, renewalInquiries, renewalRequests } from '../tables.ts';

/** Inquiries of one transaction. */
const FILES_AT_ONCE = 200;

const findOld = (tx: Tx, months: number, now: Date) =>
  tx
    .select({
      id: renewalInquiries.id,
      requestId: renewalRequests.id,
      accountId: certificates.accountId,
      fileKey: renewalInquiries.fileKey,
    })
    .from(renewalInquiries)
    .innerJoin(renewalRequests, eq(renewalRequests.id, renewalInquiries.requestId))
    .innerJoin(certificates, eq(certificates.id, renewalRequests.certificateId))
    .where(
      sql`${renewalRequests.decidedAt} + make_interval(months => ${months}) < ${isoTaipei(now)}::timestamptz`,
    )
    .limit(FILES_AT_ONCE)
    .for('update', { of: renewalInquiries, skipLocked: true });

const forgetBatch = async (tx: Tx, months: number, now: Date): Promise<number> => {
  const old = await findOld(tx, months, now);
  await tx.delete(renewalInquiries).where(
    inArray(
      renewalInquiries.id,
      old.map(({ id }) => id),
    ),
  );
  const files = old.flatMap(({ accountId, fileKey }) => (fileKey === null ? [] : [{ accountId, fileKey }]));
  await markRemoved(tx, files, now);
  const event = { actor: 'system', action: 'renewal.forget', subject: 'renewal_request' } as const;
  const byRequest = Map.groupBy(old, ({ requestId }) => requestId);
  const events = [...byRequest].map(([requestId, removed]) => ({
    ...{ ...event, subjectId: requestId },
    before: { inquiries: removed.length },
  }));
  await recordEvents(tx, events, now);
  return old.length;
};

/** Removes what staff asked and what people answered, with its files, so many months after the decision of the request. */
export const forgetInquiries = async (db: Database, months: number, now: Date): Promise<void> => {
  let removed: number;
  do {
    removed = await inTransaction(db, (tx) => forgetBatch(tx, months, now));
  } while (removed === FILES_AT_ONCE);
};
