import { isoTaipei } from '@portal/contract/dates';
import { asc, inArray, sql } from 'drizzle-orm';
import { recordEvent } from '../audit/record-event.ts';
import { classes } from '../catalogue/tables.ts';
import { registrations } from '../enrolment/tables.ts';
import { type Database, inTransaction, type Tx } from '../platform/database.ts';
import { markRemoved } from './store.ts';
import { registrationDocuments } from './tables.ts';

const AT_ONCE = 200;
/** The rest follows an hour later. */
const MOST_BATCHES = 50;

const findOld = (tx: Tx, months: number, now: Date) =>
  tx
    .select({
      id: registrationDocuments.id,
      registrationId: registrationDocuments.registrationId,
      accountId: registrations.accountId,
      fileKey: registrationDocuments.fileKey,
    })
    .from(registrationDocuments)
    .innerJoin(registrations, sql`${registrations.id} = ${registrationDocuments.registrationId}`)
    .innerJoin(classes, sql`${classes.id} = ${registrations.classId}`)
    .where(
      sql`coalesce(${classes.endTime}, ${classes.startTime}) + make_interval(months => ${months}) < ${isoTaipei(now)}::timestamptz`,
    )
    .orderBy(asc(registrationDocuments.id))
    .limit(AT_ONCE)
    .for('update', { of: registrationDocuments, skipLocked: true });

const forgetBatch = async (tx: Tx, months: number, now: Date): Promise<number> => {
  const old = await findOld(tx, months, now);
  if (old.length === 0) return 0;
  await tx.delete(registrationDocuments).where(
    inArray(
      registrationDocuments.id,
      old.map(({ id }) => id),
    ),
  );
  for (const { accountId, fileKey } of old) await markRemoved(tx, accountId, fileKey, now);
  for (const [registrationId, removed] of Map.groupBy(old, (row) => row.registrationId)) {
    const event = { actor: 'system', action: 'document.forget', subject: 'registration' } as const;
    await recordEvent(
      tx,
      { ...event, subjectId: registrationId, before: { documents: removed.length } },
      now,
    );
  }
  return old.length;
};

export const forgetDocuments = async (db: Database, months: number, now: Date): Promise<void> => {
  for (let batch = 0; batch < MOST_BATCHES; batch++) {
    const removed = await inTransaction(db, (tx) => forgetBatch(tx, months, now));
    if (removed < AT_ONCE) return;
  }
};
