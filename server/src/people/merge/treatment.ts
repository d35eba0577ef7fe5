import type { Treatment } from '@portal/contract/office/person-merges';
import { sql } from 'drizzle-orm';
import type { Executor } from '../../platform/database/database.ts';

/**
 * What a merge does with the rows of each table that points to a person: they move to the survivor, they follow what
 * moves, both become one, they end, or they stay with the account that was removed.
 */
export const TREATMENT: Readonly<Record<string, Treatment>> = {
  accounts: 'kept',
  registrations: 'moved',
  certificates: 'moved',
  payment_reports: 'moved',
  mails: 'moved',
  identity_changes: 'moved',
  memberships: 'joined',
  charges: 'followed',
  allocations: 'followed',
  refunds: 'followed',
  payment_report_registrations: 'followed',
  attendance: 'followed',
  scores: 'followed',
  draft_scores: 'followed',
  results: 'followed',
  registration_documents: 'followed',
  registration_events: 'followed',
  registration_notes: 'followed',
  class_reminders: 'followed',
  certificate_contents: 'followed',
  certificate_papers: 'followed',
  certificate_proofs: 'followed',
  certificate_reminders: 'followed',
  imported_certificates: 'followed',
  renewal_requests: 'followed',
  renewal_inquiries: 'followed',
  sessions: 'ended',
  renewed_sessions: 'ended',
  contact_undos: 'ended',
  password_codes: 'ended',
  password_resets: 'ended',
  applicant_codes: 'ended',
  erasure_requests: 'kept',
  data_exports: 'kept',
  known_addresses: 'kept',
  person_views: 'kept',
  incident_people: 'kept',
  person_merges: 'kept',
  privacy_acceptances: 'kept',
  twin_checks: 'kept',
  twins: 'kept',
};

const OWN: Readonly<Record<string, string>> = {
  accounts: 'id = person',
  mails: "account_id = person and state <> 'queued'",
  payment_reports: 'reported_by = person',
  person_views: '(viewed_id = person or viewer_id = person)',
  twins: '(first_id = person or second_id = person)',
  person_merges: '(survivor_id = person or removed_id = person)',
  renewed_sessions: 'successor_hash in (select token_hash from sessions where account_id = person)',
  password_resets: 'account_id = person and used_at is null',
  password_codes: 'account_id = person and ended_at is null',
  contact_undos: 'account_id = person and ended_at is null',
  renewal_inquiries:
    'request_id in (select q.id from renewal_requests q join certificates c on c.id = q.certificate_id where c.account_id = person)',
};

const ofRegistration = 'registration_id in (select id from registrations where account_id = person)';
const ofCertificate = 'certificate_id in (select id from certificates where account_id = person)';

const conditionOf = (table: string): string => {
  const own = OWN[table];
  if (own !== undefined) return own;
  if (TREATMENT[table] !== 'followed') return 'account_id = person';
  return table.startsWith('certificate_') || ['imported_certificates', 'renewal_requests'].includes(table)
    ? ofCertificate
    : ofRegistration;
};

export interface CountedPart {
  readonly table: string;
  readonly how: Treatment;
  readonly rows: number;
}

const counts = Object.keys(TREATMENT)
  .map((table) => `(select count(*)::int from ${table} where ${conditionOf(table)}) as ${table}`)
  .join(', ');

/** The rows of the person in each table, before a merge. */
export const countRows = async (db: Executor, accountId: number): Promise<CountedPart[]> => {
  const { rows } = await db.execute<Record<string, number>>(
    sql`select ${sql.raw(counts)} from (select ${accountId}::bigint as person) as one`,
  );
  return Object.entries(TREATMENT).map(([table, how]) => ({
    table,
    how,
    rows: Number(rows[0]?.[table] ?? 0),
  }));
};
