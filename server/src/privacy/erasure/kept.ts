import type { ErasurePart } from '@portal/contract/office/privacy';
import { sql } from 'drizzle-orm';
import type { Executor } from '../../platform/database/database.ts';

type KeptReason = NonNullable<ErasurePart['why']>;

const ofAccount = sql.raw('account_id = ');
const ofRegistration = sql.raw('registration_id in (select id from registrations where account_id = ');
const ofCertificate = sql.raw('certificate_id in (select id from certificates where account_id = ');

/** The tables whose rows stay, with the reason. */
export const KEPT_REASONS: Readonly<Record<string, KeptReason>> = {
  certificates: 'register',
  certificate_contents: 'register',
  certificate_proofs: 'register',
  imported_certificates: 'register',
  charges: 'accounting',
  allocations: 'accounting',
  refunds: 'accounting',
  payment_report_registrations: 'accounting',
  person_views: 'claims',
  incident_people: 'claims',
  registrations: 'anonymous',
  attendance: 'anonymous',
  scores: 'anonymous',
  draft_scores: 'anonymous',
  results: 'anonymous',
  certificate_reminders: 'anonymous',
  class_reminders: 'anonymous',
};

const conditionOf = (table: string, accountId: number) => {
  if (['certificates', 'registrations', 'incident_people'].includes(table))
    return sql`${ofAccount}${accountId}`;
  if (table === 'person_views') return sql`(viewed_id = ${accountId} or viewer_id = ${accountId})`;
  if (table.startsWith('certificate_') || table === 'imported_certificates')
    return sql`${ofCertificate}${accountId})`;
  return sql`${ofRegistration}${accountId})`;
};

/** Counts the rows about the person that stay. */
export const countKept = async (db: Executor, accountId: number): Promise<ErasurePart[]> => {
  const parts: ErasurePart[] = [];
  for (const [table, why] of Object.entries(KEPT_REASONS)) {
    const { rows } = await db.execute<{ rows: number }>(
      sql`select count(*)::int as rows from ${sql.identifier(table)} where ${conditionOf(table, accountId)}`,
    );
    parts.push({ table, how: 'kept', rows: rows[0]?.rows ?? 0, why });
  }
  return parts;
};
