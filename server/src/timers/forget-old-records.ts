import { lt, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { personViews } from '../accounts/tables.ts';
import { mails } from '../mail/tables.ts';
import type { Database } from '../platform/database/database.ts';
import { EXPORT_SPAN } from '../privacy/count-export.ts';
import { dataExports, incidents } from '../privacy/tables.ts';

const DAY = 24 * 3_600_000;
const YEAR = 365 * DAY;

/** Mails answer questions about a class, its payment and its certificate. */
export const MAILS_KEPT = YEAR;
/** Limitation period for damages under 個人資料保護法 §30. */
export const VIEWS_KEPT = 5 * YEAR;
/** The time starts when the incident is closed. */
export const INCIDENTS_KEPT = 5 * YEAR;
export const AUDIT_KEPT = 5 * YEAR;

/** Keeps locks short. */
export const BATCH_SIZE = 1000;
/** The most batches of a table in a run. The next run, an hour later, removes the rest. */
const MAX_BATCHES = 100;

const deleteInBatches = async (db: Database, table: PgTable, old: SQL): Promise<void> => {
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const { rowCount } = await db.execute(
      sql`delete from ${table} where ctid = any(array(select ctid from ${table} where ${old} limit ${BATCH_SIZE}))`,
    );
    if ((rowCount ?? 0) < BATCH_SIZE) return;
  }
};

export const forgetOldRecords = async (db: Database, now: Date): Promise<void> => {
  const before = (column: PgColumn, span: number) => lt(column, new Date(now.getTime() - span));
  await deleteInBatches(
    db,
    mails,
    sql`${before(mails.createdAt, MAILS_KEPT)} and ${mails.state} <> 'queued'`,
  );
  await deleteInBatches(db, personViews, before(personViews.at, VIEWS_KEPT));
  await deleteInBatches(db, dataExports, before(dataExports.at, EXPORT_SPAN));
  await deleteInBatches(db, incidents, before(incidents.closedAt, INCIDENTS_KEPT));
  await db.execute(sql`select forget_audit_events(${new Date(now.getTime() - AUDIT_KEPT)})`);
};
