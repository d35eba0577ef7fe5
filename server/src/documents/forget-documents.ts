import { isoTaipei } from '@portal/contract/dates';
import { inArray, sql } from 'drizzle-orm';
import { recordEvents } from '../audit/record-event.ts';
import { classes } from '../classes/tables.ts';
import { registrations } from '../enrolment/tables.ts';
import { type Database, inTransaction, type Tx } from '../platform/database/database.ts';
import { markRemoved } from './store.ts';
import { registrationDocuments } from './tables.ts';

/** Documents of one transaction. */
const FILES_AT_ONCE = 200;

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
    .limit(FILES_AT_ONCE)
    .for('update', { of: registrationDocuments, skipLocked: true });

const forgetBatch = async (tx: Tx, months: number, now: Date): Promise<number> => {
  const old = await findOld(tx, months, now);
  await tx.delete(registrationDocuments).where(
    inArray(
      registrationDocuments.id,
      old.map(({ id }) => id),
    ),
  );
  await markRemoved(tx, old, now);
  const event = { actor: 'system', action: 'document.forget', subject: 'registration' } as const;
  const byRegistration = Map.groupBy(old, (row) => row.registrationId);
  const events = [...byRegistration].map(([registrationId, removed]) => ({
    ...{ ...event, subjectId: registrationId },
    before: { documents: removed.length },
  }));
  await recordEvents(tx, events, now);
  return old.length;
};

export const forgetDocuments = async (db: Database, months: number, now: Date): Promise<void> => {
  let removed: number;
  do {
    removed = await inTransaction(db, (tx) => forgetBatch(tx, months, now));
  } while (removed === FILES_AT_ONCE);
};
