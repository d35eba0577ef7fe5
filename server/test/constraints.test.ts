import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registeredLetter } from '../src/accounts/sign-up/letters.ts';
import { queueMail } from '../src/mail/queue.ts';
import { recordPayment } from '../src/money/record-payment.ts';
import { inTransaction } from '../src/platform/database/database.ts';
import { migrationsFolder, readMigrations } from '../src/platform/database/migrations.ts';
import { violatedConstraint } from '../src/platform/database/violated-constraint.ts';
import { NOW, openTestPortal, type TestPortal } from './app.ts';
import { buildAccount, logIn } from './factories/account.ts';
import {
  buildAttachment,
  buildBankAccount,
  buildClass,
  buildClassSession,
  buildCourse,
} from './factories/catalogue.ts';
import { buildCertificate, buildRenewalRequest } from './factories/certificate.ts';
import { buildCertificatePicture, buildLayout, buildSigner } from './factories/certificate-layout.ts';
import { buildIntroType } from './factories/content.ts';
import { buildAskedDocument, buildDocument } from './factories/document.ts';
import { buildGroup, buildMembership } from './factories/group.ts';
import { buildImport } from './factories/import.ts';
import { buildIncident } from './factories/incident.ts';
import { buildJob } from './factories/job.ts';
import { buildPaymentReport, buildRegistration } from './factories/registration.ts';
import { asStaff, buildStaff, decidingStaff, grant } from './factories/staff.ts';
import { importLines } from './factories/statement.ts';

/* Each statement violates one constraint and must fail. */

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
  const { db } = portal;
  const [account, manager, group] = [await buildAccount(db), await buildAccount(db), await buildGroup(db)];
  await buildGroup(db, { code: 'STRANGERS' });
  await buildMembership(db, { group, account });
  await buildMembership(db, { group, account: manager, role: 'manager' });
  const trainingClass = await buildClass(db);
  await buildAttachment(db, { classId: trainingClass.id });
  const bank = await buildBankAccount(db);
  await buildClassSession(db, { classId: trainingClass.id });
  const registration = await buildRegistration(db, { class: trainingClass, account, group, state: 'unpaid' });
  await buildAskedDocument(db, { courseId: trainingClass.courseId });
  await buildDocument(portal.services, { registration });
  await buildPaymentReport(db, { registration, account: manager });
  await buildRenewalRequest(db, { certificate: await buildCertificate(db, { account }) });
  await buildCertificate(db, { account: manager });
  await buildIncident(db, { accountId: account.id });
  await buildSigner(db);
  await buildCertificatePicture(db, 'seal');
  await buildLayout(db, (await buildCourse(db)).certificateKindId);
  await importLines(db, bank.id, [{ in: 600 }], { actor: decidingStaff(), now: NOW });
  await inTransaction(db, (tx) =>
    recordPayment(
      tx,
      {
        ...{ kind: 'partial', method: 'cash', organizationId: bank.organizationId, bankAccountId: null },
        ...{
          amount: 100,
          receivedOn: '2026-12-01',
          lineIds: [],
          allocations: [
            { registrationId: registration.id, amount: 100, reportId: null, refundReason: '溢繳' },
          ],
        },
      },
      { actor: 'system', now: NOW },
    ),
  );
  const officer = await buildStaff(db);
  await buildJob(db, asStaff(officer, [grant('officer')]));
  await buildIntroType(db);
  await buildImport(db);
  await logIn(db, account);
  const name = account.chineseName ?? '';
  await inTransaction(db, (tx) => queueMail(tx, account, registeredLetter({ name }), NOW));
});
afterAll(() => portal.close());

/** Inserts a wrong event: events cannot be changed, so a right one cannot be made wrong. */
const addEvent = ({ action = 'registration.enrol', actor = 'system', from = 'pending', to = 'unpaid' }) =>
  `insert into registration_events (registration_id, at, actor, action, from_state, to_state)
   select id, now(), '${actor}', '${action}', '${from}', '${to}' from registrations`;

/** Inserts a wrong content: contents cannot be changed. */
const addContent = ({
  year = '2026',
  serial = '1',
  register = "'字第1號'",
  index = '5',
  sha = "repeat('a', 64)",
}) =>
  `insert into certificate_contents (certificate_id, organization_id, kind_id, year, serial, register_number, status_index,
     content, sha256)
   select id, organization_id, kind_id, ${year}, ${serial}, ${register}, ${index}, '{}', ${sha} from certificates limit 1`;

const addPaper = (format: string, sha: string) =>
  `insert into certificate_papers (certificate_id, format, file_key, sha256, created_at)
   select id, '${format}', 'certificates/1', '${sha}', now() from certificates limit 1`;
/** Adds an inquiry to an open request. */
const addInquiry = (values: string) =>
  `insert into renewal_inquiries (request_id, asked_at, text, answered_at, answer, kind, size, sha256, file_key)
   select id, now(), ${values} from renewal_requests limit 1`;

const addProof = ({ reason = '採認', kind = 'pdf', size = 9, sha = 'a'.repeat(64), addedBy = 'staff:1' }) =>
  `insert into certificate_proofs (certificate_id, reason, kind, size, sha256, file_key, added_by, added_at)
   select id, '${reason}', '${kind}', ${size}, '${sha}', 'documents/proof', '${addedBy}', now() from certificates limit 1`;
const addChange = ({
  reason = '改名',
  kind = 'pdf',
  size = 9,
  sha = 'a'.repeat(64),
  changedBy = 'staff:1',
}) =>
  `insert into identity_changes (account_id, before, after, reason, kind, size, sha256, file_key, changed_by, changed_at)
   select id, '{}', '{}', '${reason}', '${kind}', ${size}, '${sha}', 'documents/change', '${changedBy}', now() from accounts limit 1`;
/** Adds a merge of two people. */
const addMerge = ({
  removed = 'max(id)',
  reason = '同一人',
  mergedBy = 'staff:1',
  undoneBy = "'staff:1'",
  undoReason = "'不同人'",
}) =>
  `insert into person_merges (survivor_id, removed_id, reason, merged_by, merged_at, undone_by, undone_at, undo_reason)
   select min(id), ${removed}, '${reason}', '${mergedBy}', now(), ${undoneBy}, now(), ${undoReason} from accounts`;
/** Adds a dismissed pair of two people. */
const addTwins = ({ second = 'max(id)', signs = '{phone}', by = "'staff:1'", reason = "'不同人'" }) =>
  `insert into twins (first_id, second_id, signs, found_at, dismissed_at, dismissed_by, dismiss_reason)
   select min(id), ${second}, '${signs}', now(), now(), ${by}, ${reason} from accounts`;
const LAYOUT_COLUMNS =
  'certificate_kind_id, has_card, texts, created_at, number, paper, languages, calendars';
/** Layouts cannot be changed, so wrong ones are inserted. */
const layoutChecks: [constraint: string, column: string, value: string][] = [
  ['certificate_layouts_calendars', 'calendars', "'lunar'"],
  ['certificate_layouts_languages', 'languages', "'english'"],
  ['certificate_layouts_number_from_one', 'number', '0'],
  ['certificate_layouts_paper', 'paper', "'a3'"],
];

const checks: [constraint: string, statement: string][] = [
  ['accounts_address', "update accounts set address = ''"],
  ['accounts_address', "update accounts set address = repeat('路', 101)"],
  ['accounts_address_code', "update accounts set address_code = '10'"],
  ['accounts_background', "update accounts set employer = repeat('司', 61)"],
  ['accounts_background', "update accounts set school = ''"],
  ['accounts_background', "update accounts set department = ''"],
  ['accounts_birthday', "update accounts set birthday = '1899-12-31'"],
  ['accounts_country', "update accounts set country = 'abroad', passport_no = 'X000000' || id"],
  ['accounts_email', "update accounts set email = ''"],
  ['accounts_email', "update accounts set email = repeat('a', 243) || '@example.com'"],
  ['accounts_id_number', 'update accounts set id_number = lower(id_number)'],
  ['accounts_names', "update accounts set chinese_name = ''"],
  ['accounts_names', "update accounts set english_name = repeat('a', 61)"],
  ['accounts_passport_no', "update accounts set passport_no = 'x0000001' || id"],
  ['accounts_phones', "update accounts set cell_phone = ''"],
  ['accounts_phones', "update accounts set home_phone = repeat('0', 21)"],
  ['accounts_phones', "update accounts set company_phone = ''"],
  ['accounts_sex', 'update accounts set sex = 2'],
  ['areas_code', "update areas set code = '10'"],
  ['areas_second_code', "update areas set second_code = '10000'"],
  [
    'attendance_missed',
    "insert into attendance (registration_id, session_id, state, missed_minutes, version, updated_by, updated_at) select r.id, s.id, 'present', 5, 1, 'system', now() from registrations r, class_sessions s limit 1",
  ],
  [
    'attendance_state',
    "insert into attendance (registration_id, session_id, state, version, updated_by, updated_at) select r.id, s.id, 'there', 1, 'system', now() from registrations r, class_sessions s limit 1",
  ],
  [
    'attendance_updated_by',
    "insert into attendance (registration_id, session_id, state, version, updated_by, updated_at) select r.id, s.id, 'present', 1, 'nobody', now() from registrations r, class_sessions s limit 1",
  ],
  [
    'attendance_version',
    "insert into attendance (registration_id, session_id, state, version, updated_by, updated_at) select r.id, s.id, 'present', 0, 'system', now() from registrations r, class_sessions s limit 1",
  ],
  ['attachments_extension', "update attachments set extension = '.pdf'"],
  ['attachments_name', "update attachments set name = ''"],
  ['attachments_size', 'update attachments set size = 0'],
  [
    'audit_events_action',
    `insert into audit_events (at, actor, action, subject) values (now(), 'staff:1', 'Approve', 'certificate')`,
  ],
  [
    'audit_events_actor',
    `insert into audit_events (at, actor, action, subject) values (now(), 'staff', 'approve', 'certificate')`,
  ],
  [
    'banners_focus_point',
    'insert into banners (picture_key, position, focus) select key, 1, 45 from pictures limit 1',
  ],
  [
    'certificate_needs_count',
    `insert into certificate_needs (group_id, kind_id, count)
     select groups.id, certificate_kinds.id, 0 from groups, certificate_kinds limit 1`,
  ],
  ['certificate_kinds_name', "update certificate_kinds set name = ''"],
  ['certificate_kinds_type', "update certificate_kinds set type = 'other'"],
  ['certificate_kinds_years', 'update certificate_kinds set years = 0'],
  ['certificate_contents_register_number', addContent({ register: "''" })],
  ['certificate_contents_serial_counts', addContent({ serial: '0' })],
  ['certificate_contents_sha256', addContent({ sha: "'A'" })],
  ['certificate_contents_status_index', addContent({ index: '16777216' })],
  ['certificate_contents_year', addContent({ year: '115' })],
  ['certificate_keys_kid', "update certificate_keys set kid = 'key'"],
  ['certificate_keys_secret', "update certificate_keys set secret = 'secret'"],
  [
    'refresher_rules_hours',
    'insert into refresher_rules (kind_id, hours, years) select id, 0, 3 from certificate_kinds',
  ],
  [
    'refresher_rules_years',
    'insert into refresher_rules (kind_id, hours, years) select id, 8, 21 from certificate_kinds',
  ],
  ['certificate_kinds_register_pattern', "update certificate_kinds set register_pattern = ''"],
  ['certificate_papers_format', addPaper('a5', 'a'.repeat(64))],
  ['certificate_papers_sha256', addPaper('a4', 'digest')],
  ['renewal_inquiries_text', addInquiry("'', null, null, null, null, null, null")],
  ['renewal_inquiries_answer', addInquiry("'請補件', now(), '', null, null, null, null")],
  ['renewal_inquiries_answered', addInquiry("'請補件', now(), null, null, null, null, null")],
  ['renewal_inquiries_file', addInquiry("'請補件', now(), '好', 'pdf', null, null, null")],
  [
    'renewal_inquiries_kind',
    addInquiry(`'請補件', now(), '好', 'html', 1, '${'a'.repeat(64)}', 'documents/x'`),
  ],
  [
    'renewal_inquiries_size',
    addInquiry(`'請補件', now(), '好', 'pdf', 0, '${'a'.repeat(64)}', 'documents/x'`),
  ],
  ['renewal_inquiries_sha256', addInquiry("'請補件', now(), '好', 'pdf', 1, 'digest', 'documents/x'")],
  ['accounts_merged', 'update accounts set merged_into_id = id, suspended_at = now()'],
  ['person_merges_merged_by', addMerge({ mergedBy: 'somebody' })],
  ['person_merges_reason', addMerge({ reason: '' })],
  ['twins_dismiss_reason', addTwins({ reason: "''" })],
  ['twins_dismissed', addTwins({ reason: 'null' })],
  ['twins_dismissed_by', addTwins({ by: "'somebody'" })],
  ['twins_order', addTwins({ second: 'min(id)' })],
  ['twins_signs', addTwins({ signs: '{}' })],
  ['person_merges_two', addMerge({ removed: 'min(id)' })],
  ['person_merges_undo_reason', addMerge({ undoReason: "''" })],
  ['person_merges_undone', addMerge({ undoReason: 'null' })],
  ['person_merges_undone_by', addMerge({ undoneBy: "'somebody'" })],
  ['identity_changes_changed_by', addChange({ changedBy: 'somebody' })],
  ['identity_changes_kind', addChange({ kind: 'html' })],
  ['identity_changes_reason', addChange({ reason: '' })],
  ['identity_changes_sha256', addChange({ sha: 'digest' })],
  ['identity_changes_size', addChange({ size: 0 })],
  ['certificate_proofs_added_by', addProof({ addedBy: 'somebody' })],
  ['certificate_proofs_kind', addProof({ kind: 'html' })],
  ['certificate_proofs_reason', addProof({ reason: '' })],
  ['certificate_proofs_sha256', addProof({ sha: 'digest' })],
  ['certificate_proofs_size', addProof({ size: 0 })],
  ...layoutChecks.map(([constraint, column, value]): [string, string] => [
    constraint,
    `insert into certificate_layouts (${LAYOUT_COLUMNS}) select ${LAYOUT_COLUMNS.replace(`, ${column}`, `, ${value}`)} from certificate_layouts`,
  ]),
  ['certificate_pictures_file', "update certificate_pictures set file_key = 'photos/1'"],
  ['certificate_pictures_kind', "update certificate_pictures set kind = 'photo'"],
  [
    'certificate_digests_month',
    `insert into certificate_digests (group_id, month, created_at) select id, '2026-12-02', now() from groups`,
  ],
  [
    'certificate_reminder_settings_days',
    `insert into certificate_reminder_settings (kind_id, days, since) select id, '{0}', '{2026-12-01}' from certificate_kinds`,
  ],
  [
    'certificate_reminder_settings_days',
    `insert into certificate_reminder_settings (kind_id, days, since)
     select id, '{1,2,3,4,5,6,7}', array_fill('2026-12-01'::date, '{7}') from certificate_kinds`,
  ],
  [
    'certificate_reminder_settings_since',
    `insert into certificate_reminder_settings (kind_id, days, since) select id, '{30}', '{}' from certificate_kinds`,
  ],
  [
    'certificate_reminders_days',
    'insert into certificate_reminders (certificate_id, days, created_at) select id, 366, now() from certificates',
  ],
  ['branding_colour', "insert into branding (name, short_name, colour) values ('訓練網', '訓練網', 'red')"],
  ['branding_name', "insert into branding (name, short_name, colour) values ('', '訓練網', '#0a4a53')"],
  [
    'branding_single',
    "insert into branding (id, name, short_name, colour) values (2, '訓練網', '訓練網', '#0a4a53')",
  ],
  ['certificate_signers_texts', "update certificate_signers set title = ''"],
  ['certificates_dates', 'update certificates set end_time = issued_on - 1'],
  ['certificates_end_reason', "update certificates set end_reason = 'why'"],
  ['certificates_ended', 'update certificates set ended_at = now()'],
  ['certificates_ended_by', "update certificates set ended_by = 'somebody'"],
  ['certificates_kind', 'update certificates set kind_id = null'],
  ['certificates_number', "update certificates set number = 'FAI/1'"],
  [
    'certificates_replaced',
    'update certificates set replaced_by_id = (select max(id) + 1 from certificates)',
  ],
  [
    'certificates_replaced_by_other',
    "update certificates set state = 'renewed', ended_at = now(), replaced_by_id = id",
  ],
  ['certificates_state', "update certificates set state = 'lost', ended_at = now()"],
  ['certificates_years', 'update certificates set years = 51'],
  ['classes_call_off', "update classes set call_off_reason = 'other'"],
  [
    'classes_call_off_reason',
    "update classes set state = 'cancelled', published_at = null, call_off_reason = 'rain'",
  ],
  ['classes_code', "update classes set code = 'Personal'"],
  ['bank_accounts_bank_code', "update bank_accounts set bank_code = '12'"],
  ['bank_accounts_texts', "update bank_accounts set number = ''"],
  ['class_sessions_texts', "update class_sessions set place = ''"],
  ['class_sessions_times', 'update class_sessions set to_time = from_time'],
  ['classes_end', 'update classes set end_time = start_time'],
  ['classes_fee', 'update classes set fee = -1'],
  // Thanks to this constraint, the statement that takes a personal seat need not check for whom the class is reserved.
  ['classes_group_only', 'update classes set group_id = (select min(id) from groups)'],
  ['classes_imported', "update classes set imported_at = now() where state <> 'completed'"],
  ['classes_hours', 'update classes set hours = 0'],
  ['classes_limit', 'update classes set limit_number = 0'],
  ['classes_minimum', 'update classes set minimum_number = 0'],
  ['classes_number', 'update classes set number = limit_number + 1'],
  ['classes_number', 'update classes set number = -1'],
  ['classes_payment_days', 'update classes set payment_days = -1'],
  ['classes_publish_at', 'update classes set publish_at = now()'],
  ['classes_published', "update classes set state = 'draft'"],
  ['classes_state', "update classes set state = 'open', published_at = null"],
  ['classes_texts', "update classes set place = ''"],
  ['classes_texts', "update classes set contact_name = ''"],
  ['classes_texts', "update classes set contact_phone = ''"],
  ['classes_window', 'update classes set apply_from = start_time, apply_until = start_time'],
  [
    'contact_undos_expires',
    "insert into contact_undos (token_hash, account_id, email, created_at, expires_at) select 'x', min(id), 'a@example.com', now(), now() from accounts",
  ],
  ['course_documents_texts', "update course_documents set name = ''"],
  ['course_documents_texts', "update course_documents set hint = repeat('字', 201)"],
  [
    'incidents_state',
    "insert into incidents (title, facts, created_by, created_at, occurred_from, occurred_until, state) values ('t', 'f', 'system', now(), now(), now() + interval '1 hour', 'lost')",
  ],
  [
    'incidents_title',
    "insert into incidents (title, facts, created_by, created_at, occurred_from, occurred_until) values ('', 'f', 'system', now(), now(), now() + interval '1 hour')",
  ],
  [
    'incidents_time',
    "insert into incidents (title, facts, created_by, created_at, occurred_from, occurred_until) values ('t', 'f', 'system', now(), now(), now())",
  ],
  [
    'incidents_created_by',
    "insert into incidents (title, facts, created_by, created_at, occurred_from, occurred_until) values ('t', 'f', 'somebody', now(), now(), now() + interval '1 hour')",
  ],
  [
    'incidents_texts',
    "insert into incidents (title, facts, created_by, created_at, occurred_from, occurred_until, data) values ('t', 'f', 'system', now(), now(), now() + interval '1 hour', repeat('字', 1001))",
  ],
  [
    'incidents_closed',
    "insert into incidents (title, facts, created_by, created_at, occurred_from, occurred_until, closed_at, closing_note) values ('t', 'f', 'system', now(), now(), now() + interval '1 hour', now(), '已告知')",
  ],
  [
    'incidents_closing_note',
    "insert into incidents (title, facts, created_by, created_at, occurred_from, occurred_until, state, closed_at) values ('t', 'f', 'system', now(), now(), now() + interval '1 hour', 'closed', now())",
  ],
  [
    'incidents_notified',
    "insert into incidents (title, facts, created_by, created_at, occurred_from, occurred_until, state) values ('t', 'f', 'system', now(), now(), now() + interval '1 hour', 'notified')",
  ],
  [
    'incident_people_events',
    'insert into incident_people (incident_id, account_id, events, last_at) select incident_id, account_id + 1, 0, now() from incident_people',
  ],
  [
    'erasure_requests_closed',
    'insert into erasure_requests (account_id, requested_at, closed_at) select min(id), now(), now() from accounts',
  ],
  [
    'erasure_requests_closed',
    "insert into erasure_requests (account_id, requested_at, state) select min(id), now(), 'withdrawn' from accounts",
  ],
  [
    'erasure_requests_reason',
    "insert into erasure_requests (account_id, requested_at, closed_at, state, reason) select min(id), now(), now(), 'declined', '' from accounts",
  ],
  [
    'erasure_requests_state',
    "insert into erasure_requests (account_id, requested_at, closed_at, state) select min(id), now(), now(), 'lost' from accounts",
  ],
  [
    'erasure_requests_kind',
    "insert into erasure_requests (account_id, requested_at, kind) select min(id), now(), 'other' from accounts",
  ],
  [
    'erasure_requests_erased',
    "insert into erasure_requests (account_id, requested_at, closed_at, state, kind) select min(id), now(), now(), 'erased', 'access' from accounts",
  ],
  [
    'erasure_requests_answered',
    "insert into erasure_requests (account_id, requested_at, closed_at, state) select min(id), now(), now(), 'answered' from accounts",
  ],
  [
    'erasure_requests_extended',
    'insert into erasure_requests (account_id, requested_at, extended_at) select min(id), now(), now() from accounts',
  ],
  [
    'erasure_requests_recorded_by',
    "insert into erasure_requests (account_id, requested_at, recorded_by) select min(id), now(), 'somebody' from accounts",
  ],
  [
    'erasure_requests_texts',
    "insert into erasure_requests (account_id, requested_at, note) select min(id), now(), repeat('字', 1001) from accounts",
  ],
  ['accounts_erased', 'update accounts set erased_at = now(), suspended_at = now()'],
  ['groups_code', "update groups set code = 'member'"],
  ['groups_name', "update groups set name = ''"],
  [
    'idempotency_keys_key_length',
    "insert into idempotency_keys (owner, key, route, body_hash, created_at) values ('guest', '', '/', 'x', now())",
  ],
  [
    'idempotency_keys_owner',
    "insert into idempotency_keys (owner, key, route, body_hash, created_at) values ('account:', 'k', '/', 'x', now())",
  ],
  [
    'applicant_codes_tries',
    "insert into applicant_codes (account_id, staff_id, code_hash, tries, created_at, expires_at) select min(id), 1, 'x', 6, now(), now() from accounts",
  ],
  ['job_items_failed_says_why', "update job_items set state = 'failed', code = 'class_unknown', note = ''"],
  ['job_items_position', 'update job_items set position = 0 where position = 1'],
  ['job_items_state', "update job_items set state = 'lost'"],
  ['jobs_attempts', 'update jobs set attempts = -1'],
  ['jobs_counts', 'update jobs set done = 2, failed = 1'],
  ['jobs_ended', 'update jobs set ended_at = now()'],
  ['jobs_failed_says_why', "update jobs set state = 'failed', ended_at = now()"],
  ['jobs_file_whole', "update jobs set file_key = 'jobs/1'"],
  ['jobs_kept_hours', 'update jobs set kept_hours = 0'],
  ['jobs_state', "update jobs set state = 'lost', ended_at = now()"],
  ['jobs_title', "update jobs set title = ''"],
  ['jobs_whole', "update jobs set state = 'done', ended_at = now()"],
  ['mails_attempts', 'update mails set attempts = -1'],
  ['mails_sent', "update mails set state = 'sent'"],
  ['mails_state', "update mails set state = 'lost'"],
  ['memberships_left_after_joining', "update memberships set left_at = joined_at - interval '1 second'"],
  // Thanks to this constraint, a query for the managers of a group need not check whether they have left.
  ['memberships_manager_stays', "update memberships set left_at = joined_at where role = 'manager'"],
  ['memberships_role', "update memberships set role = 'guest'"],
  ['organizations_texts', "update organizations set name = ''"],
  ['organizations_texts', "update organizations set code = ''"],
  [
    'password_codes_tries',
    "insert into password_codes (account_id, code_hash, tries, created_at, expires_at) select min(id), 'x', 6, now(), now() from accounts",
  ],
  ['allocations_amount', 'update allocations set amount = -1'],
  ...(
    [
      ['amount', "'fee', 0, null, null, 'system'"],
      ['sign', "'fee', -1, null, null, 'system'"],
      ['sign', "'cancelled', 1, null, null, 'system'"],
      ['kind', "'tip', 1, null, null, 'system'"],
      ['reason', "'fee', 1, '', null, 'system'"],
      ['reason_given', "'waived', -1, null, null, 'system'"],
      ['refund_kept', "'kept', 1, '捐贈', null, 'system'"],
      ['created_by', "'fee', 1, null, null, 'staff'"],
    ] as const
  ).map(([constraint, values]): [string, string] => [
    `charges_${constraint}`,
    `insert into charges (registration_id, kind, amount, reason, refund_id, created_by, created_at) select min(id), ${values}, now() from registrations`,
  ]),
  ['payment_report_registrations_outcome', "update payment_report_registrations set outcome = 'lost'"],
  ['payment_reports_last_five', "update payment_reports set last_five = '42'"],
  ['payment_reports_paid_money', 'update payment_reports set paid_money = -1'],
  ['payment_reports_paid_name', "update payment_reports set paid_name = ''"],
  [
    'person_views_what',
    "insert into person_views (viewed_id, viewer_id, what, day, at) select min(id), max(id), 'list', now(), now() from accounts",
  ],
  ['pictures_key', "update pictures set key = '../'"],
  ['pictures_size', 'update pictures set width = 0'],
  ['payments_amount', 'update payments set amount = -1'],
  ['payments_created_by', "update payments set created_by = 'staff'"],
  ['payments_ended', 'update payments set ended_at = now()'],
  ['payments_ended_by', "update payments set ended_at = now(), ended_by = 'staff', end_reason = '對錯人'"],
  ['payments_kind', "update payments set kind = 'half'"],
  ['payments_method', "update payments set method = 'gold'"],
  ['payments_note', "update payments set note = ''"],
  [
    'refunds_changed_by',
    "insert into refunds (registration_id, amount, reason, created_by, created_at, changed_by) select id, 1, '溢繳', 'system', now(), 'staff' from registrations",
  ],
  [
    'refunds_proposed',
    "insert into refunds (registration_id, amount, reason, created_by, created_at, proposed) select id, 1, '溢繳', 'system', now(), 0 from registrations",
  ],
  [
    'refunds_reference',
    "insert into refunds (registration_id, amount, reason, created_by, created_at, reference) select id, 1, '溢繳', 'system', now(), '' from registrations",
  ],
  [
    'refunds_settled_by',
    "insert into refunds (registration_id, amount, reason, created_by, created_at, settled_by) select id, 1, '溢繳', 'system', now(), 'staff' from registrations",
  ],
  [
    'refunds_waive_reason',
    "insert into refunds (registration_id, amount, reason, created_by, created_at, waive_reason) select id, 1, '溢繳', 'system', now(), '' from registrations",
  ],
  [
    'refunds_amount',
    "insert into refunds (registration_id, amount, state, reason, created_by, created_at) select min(id), 0, 'due', '退費', 'system', now() from registrations",
  ],
  [
    'refunds_created_by',
    "insert into refunds (registration_id, amount, state, reason, created_by, created_at) select min(id), 1, 'due', '退費', 'staff', now() from registrations",
  ],
  [
    'refunds_reason',
    "insert into refunds (registration_id, amount, state, reason, created_by, created_at) select min(id), 1, 'due', '', 'system', now() from registrations",
  ],
  [
    'refunds_state',
    "insert into refunds (registration_id, amount, state, reason, created_by, created_at) select min(id), 1, 'lost', '退費', 'system', now() from registrations",
  ],
  ['registration_documents_added_by', "update registration_documents set added_by = 'somebody'"],
  ['registration_documents_kind', "update registration_documents set kind = 'html'"],
  ['registration_documents_name', "update registration_documents set name = ''"],
  ['registration_documents_sha256', "update registration_documents set sha256 = 'x'"],
  ['registration_documents_size', 'update registration_documents set size = 0'],
  ['registration_documents_slots', 'update registration_documents set slot = 6'],
  ['registration_events_action', addEvent({ action: '' })],
  ['registration_events_actor', addEvent({ actor: 'account:0' })],
  ['registration_events_actor', addEvent({ actor: 'trainee:1' })],
  ['registration_events_from_state', addEvent({ from: 'applied' })],
  ['registration_events_to_state', addEvent({ to: '' })],
  [
    'registration_notes_text',
    "insert into registration_notes (registration_id, staff_id, at, text) select min(id), 1, now(), '' from registrations",
  ],
  ['registrations_fee', 'update registrations set fee = -1'],
  ['registrations_fee', 'update registrations set fee = 10000000'],
  ['registrations_rejected_reason', "update registrations set state = 'rejected'"],
  ['registrations_rejected_reason', "update registrations set state = 'rejected', reason = ''"],
  ['registrations_result', 'update registrations set result = 1'],
  ['registrations_result', "update registrations set state = 'confirmed', result = 3"],
  ['registrations_state', "update registrations set state = 'applied'"],
  [
    'review_phrases_text',
    "insert into review_phrases (text, position, version, updated_by, updated_at) values ('', 1, 1, 'system', now())",
  ],
  [
    'review_phrases_updated_by',
    "insert into review_phrases (text, position, version, updated_by, updated_at) values ('x', 1, 1, 'nobody', now())",
  ],
  [
    'review_phrases_version',
    "insert into review_phrases (text, position, version, updated_by, updated_at) values ('x', 1, 0, 'system', now())",
  ],
  ['renewal_requests_decided', "update renewal_requests set state = 'approved'"],
  ['renewal_requests_state', "update renewal_requests set state = 'lost', decided_at = asked_at"],
  [
    'renewal_requests_decided_after',
    "update renewal_requests set state = 'approved', decided_at = asked_at - interval '1 second'",
  ],
  ['renewal_requests_notes', "update renewal_requests set front_note = repeat('字', 501)"],
  [
    'scores_score',
    'insert into scores select r.id, s.id, -1, now() from registrations r, subjects s limit 1',
  ],
  [
    'draft_scores_score',
    "insert into draft_scores (registration_id, subject_id, score, version, updated_by, updated_at) select r.id, s.id, -1, 1, 'system', now() from registrations r, subjects s limit 1",
  ],
  [
    'draft_scores_updated_by',
    "insert into draft_scores (registration_id, subject_id, score, version, updated_by, updated_at) select r.id, s.id, 1, 1, 'nobody', now() from registrations r, subjects s limit 1",
  ],
  [
    'draft_scores_version',
    "insert into draft_scores (registration_id, subject_id, score, version, updated_by, updated_at) select r.id, s.id, 1, 0, 'system', now() from registrations r, subjects s limit 1",
  ],
  [
    'results_state',
    "insert into results (registration_id, state, decided, reason, published_at, version, updated_by, updated_at) select id, 'open', 1, null, now(), 1, 'system', now() from registrations limit 1",
  ],
  [
    'results_decided',
    "insert into results (registration_id, state, decided, reason, published_at, version, updated_by, updated_at) select id, 'draft', 3, null, null, 1, 'system', now() from registrations limit 1",
  ],
  [
    'results_reason',
    "insert into results (registration_id, state, decided, reason, published_at, version, updated_by, updated_at) select id, 'draft', 1, '', null, 1, 'system', now() from registrations limit 1",
  ],
  [
    'results_published',
    "insert into results (registration_id, state, decided, reason, published_at, version, updated_by, updated_at) select id, 'draft', 1, null, now(), 1, 'system', now() from registrations limit 1",
  ],
  [
    'results_published',
    "insert into results (registration_id, state, decided, reason, published_at, version, updated_by, updated_at) select id, 'published', 1, null, null, 1, 'system', now() from registrations limit 1",
  ],
  [
    'results_version',
    "insert into results (registration_id, state, decided, reason, published_at, version, updated_by, updated_at) select id, 'draft', 1, null, null, 0, 'system', now() from registrations limit 1",
  ],
  [
    'results_updated_by',
    "insert into results (registration_id, state, decided, reason, published_at, version, updated_by, updated_at) select id, 'draft', 1, null, null, 1, 'nobody', now() from registrations limit 1",
  ],
  [
    'server_keys_secret',
    "insert into server_keys (purpose, secret, created_at) values ('x', 'short', now())",
  ],
  ['sessions_of_a_day', 'update sessions set expires_at = created_at'],
  ['sessions_of_a_day', "update sessions set expires_at = created_at + interval '24 hours 1 second'"],
  ['sessions_pending_email', "update sessions set pending_email = ''"],
  [
    'sign_in_attempts_secret',
    "insert into sign_in_attempts (account_hash, address, at, secret) values ('x', '192.0.2.1', now(), 'pin')",
  ],
  [
    'staff_accounts_email',
    "insert into staff_accounts (email, name, password_hash, created_at) values ('Staff@example.com', '王專員', 'x', now())",
  ],
  [
    'staff_accounts_name',
    "insert into staff_accounts (email, name, password_hash, created_at) values ('staff@example.com', '', 'x', now())",
  ],
  [
    'staff_challenges_purpose',
    "insert into staff_challenges (challenge, purpose, staff_id, expires_at) values ('x', 'other', 1, now())",
  ],
  [
    'staff_challenges_staff',
    "insert into staff_challenges (challenge, purpose, staff_id, expires_at) values ('x', 'sign_in', 1, now())",
  ],
  [
    'staff_factor_resets_due',
    'insert into staff_factor_resets (staff_id, asked_by, asked_at, due_at) values (1, 1, now(), now())',
  ],
  [
    'staff_passkeys_name',
    "insert into staff_passkeys (staff_id, credential_id, public_key, counter, transports, name, created_at) values (1, 'x', 'x', 0, '{}', '', now())",
  ],
  [
    'staff_preferences_name',
    "insert into staff_preferences (staff_id, name, value, updated_at) values (1, 'Columns', '[]', now())",
  ],
  [
    'staff_roles_association_wide',
    "insert into staff_roles (staff_id, role, organization_id) select 1, 'admin', min(id) from organizations",
  ],
  [
    'staff_former_roles_role',
    "insert into staff_former_roles (staff_id, role, until) values (1, 'boss', now())",
  ],
  ['staff_roles_role', "insert into staff_roles (staff_id, role) values (1, 'boss')"],
  [
    'staff_password_resets_expires',
    "insert into staff_password_resets (token_hash, staff_id, created_at, expires_at) values ('x', 1, now(), now())",
  ],
  [
    'staff_sessions_of_12_hours',
    "insert into staff_sessions (token_hash, staff_id, created_at, last_used_at, expires_at, address) values ('x', 1, now(), now(), now() + interval '13 hours', '192.0.2.1')",
  ],
  ['import_rows_kept', "update import_rows set kept_because = 'x'"],
  ['import_rows_made', "update import_rows set outcome = 'made'"],
  ['import_rows_outcome_known', "update import_rows set outcome = 'x', made_id = 1"],
  ['import_rows_problem', "update import_rows set problem = ''"],
  ['import_rows_row', 'update import_rows set row = 0'],
  ['import_rows_troubled', "update import_rows set verdict = 'doubtful'"],
  ['import_rows_verdict', "update import_rows set verdict = 'x'"],
  ['import_rows_wrong_says_why', 'update import_rows set data = null'],
  [
    'import_shapes_kind',
    "insert into import_shapes (kind, head, shape, used_at) values ('x', '{}', '{}', now())",
  ],
  [
    'imported_certificates_number_length',
    "insert into imported_certificates (certificate_id, organization_id, kind_id, number, imported_at) select id, organization_id, kind_id, '', now() from certificates limit 1",
  ],
  ['imports_created_by', "update imports set created_by = 'staff'"],
  ['imports_file_name', "update imports set file_name = ''"],
  ['imports_group', "update imports set kind = 'members'"],
  ['imports_kind', "update imports set kind = 'x'"],
  ['imports_rows', 'update imports set rows = 0'],
  ['imports_sha256', "update imports set sha256 = 'x'"],
  ['imports_started', "update imports set started_at = now(), started_by = 'staff:1'"],
  ['imports_started_by', "update imports set state = 'started', started_at = now(), started_by = 'x'"],
  ['imports_state', "update imports set state = 'x', started_at = now(), started_by = 'staff:1'"],
  ['imports_undone', 'update imports set undone_at = now()'],
  ['statement_lines_amount', 'update statement_lines set amount = 1000000000'],
  ['statement_lines_aside', "update statement_lines set aside = 'lost'"],
  ['statement_lines_aside_reason', "update statement_lines set aside = 'by_hand'"],
  ['statement_lines_deposit', 'update statement_lines set amount = -5'],
  ['statement_lines_digits', "update statement_lines set digits = '123456'"],
  ['statement_lines_fingerprint', "update statement_lines set fingerprint = 'x'"],
  ['statement_lines_row', 'update statement_lines set row = 0'],
  ['statement_lines_texts', "update statement_lines set name = ''"],
  ['statements_counts', 'update statements set added = -1'],
  ['statements_file_name', "update statements set file_name = ''"],
  ['statements_imported_by', "update statements set imported_by = 'staff'"],
  ['statements_sha256', "update statements set sha256 = 'x'"],
  ['subjects_kind', "update subjects set kind = '筆試'"],
  ['subjects_name', "update subjects set name = ''"],
  ['subjects_scores', 'update subjects set pass_score = full_score + 1'],
  ['course_prerequisites_other', 'insert into course_prerequisites select id, id from courses limit 1'],
  ['courses_attendance', 'update courses set attendance_minimum = 101'],
  ['courses_fee', 'update courses set fee = -1'],
  ['courses_limit', 'update courses set limit_number = 0'],
  ['courses_payment_days', 'update courses set payment_days = 366'],
  ['courses_hours', 'update courses set hours = 0'],
  ['courses_texts', "update courses set code = ''"],
  ['courses_texts', "update courses set chinese_name = ''"],
  [
    'register_counters_last',
    'insert into register_counters (organization_id, kind_id, year, last) select organization_id, kind_id, 2026, 0 from certificates limit 1',
  ],
  [
    'unused_files_owner',
    "insert into unused_files (key, owner, since) values ('photos/x', 'account:', now())",
  ],
];

/** Composite references must match the referenced row. */
const fits: [constraint: string, statement: string][] = [
  ['accounts_area_in_city', 'update accounts set area_id = (select id from areas where city_id = 2 limit 1)'],
  [
    'certificates_replaced_by_same',
    "update certificates set state = 'renewed', ended_at = now(), replaced_by_id = (select max(id) from certificates) where id = (select min(id) from certificates)",
  ],
  [
    'payment_reports_group_member',
    "update payment_reports set group_id = (select id from groups where code = 'STRANGERS')",
  ],
  [
    'registrations_group_member',
    "update registrations set group_id = (select id from groups where code = 'STRANGERS')",
  ],
];

const refusedBy = (statement: string) =>
  portal.db.execute(sql.raw(statement)).then(() => 'nothing', violatedConstraint);

test.each([...checks, ...fits])('%s refuses: %s', async (constraint, statement) => {
  expect(await refusedBy(statement)).toBe(constraint);
});

/* The ledger is checked when a transaction ends. */
test.each([
  ['charges', 'charges_balance', "'cancelled', -1600, null"],
  ['refunds', 'refunds_balance', "200, '退費'"],
])(
  'what the ledger does not cover is refused at the end of a transaction by %s',
  async (table, constraint, values) => {
    const columns = table === 'charges' ? 'kind, amount, reason' : 'amount, reason';
    const work = portal.db.execute(
      sql.raw(
        `insert into ${table} (registration_id, ${columns}, created_by, created_at) select min(registration_id), ${values}, 'system', now() from charges`,
      ),
    );
    expect(
      violatedConstraint(
        await work.then(
          () => null,
          (error: unknown) => error,
        ),
      ),
    ).toBe(constraint);
  },
);

test('a charge is never changed', async () => {
  await expect(portal.db.execute(sql`update charges set amount = 1`)).rejects.toMatchObject({
    cause: { message: 'rows of charges are only added' },
  });
});

test('every CHECK of the database has a case', async () => {
  const { rows } = await portal.db.execute<{ name: string }>(
    sql`select conname as name from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace`,
  );
  const tried = new Set(checks.map(([constraint]) => constraint));
  expect(rows.map(({ name }) => name).sort()).toEqual([...tried].sort());
});

test('no CHECK lists the letters: a new one needs no migration', async () => {
  expect(await refusedBy("update mails set template = 'a_new_letter'")).toBe('nothing');
});

test('PostgreSQL does not compile the functions of searches, which it may call for every row of a table', async () => {
  const { rows } = await portal.db.execute(sql`
    select proname from pg_proc
    where pronamespace = 'public'::regnamespace and prolang = (select oid from pg_language where lanname = 'sql')
      and provolatile = 'i' and (proconfig @> array['jit=off']) is not true`);
  // A single expression: it becomes a part of the statement.
  expect(rows).toEqual([{ proname: 'search_form' }]);
});

test('no function is compiled while a later migration builds an index with it', () => {
  const [, ...later] = readMigrations(migrationsFolder);
  const functions = later
    .flatMap(({ statements }) => statements)
    .filter((statement) => /create (or replace )?function .* language sql immutable/i.test(statement));
  expect(functions.length).toBeGreaterThan(0);
  for (const each of functions) expect(each).toMatch(/ set jit to off as /i);
});
