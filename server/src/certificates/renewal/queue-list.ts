import { type SQL, sql } from 'drizzle-orm';
import { accounts } from '../../accounts/tables.ts';
import { auditEvents } from '../../audit/tables.ts';
import { certificateKinds, organizations } from '../../catalogue/tables.ts';
import { defineList } from '../../platform/database/list.ts';
import { REVIEW_ACTIONS } from '../states.ts';
import { certificateContents, certificates, renewalInquiries, renewalRequests } from '../tables.ts';
import type { RefresherRule } from './refresher-rule.ts';
import { type CourseTraining, refresherRule, trainings } from './trainings.ts';

export interface QueuedRenewal {
  readonly cursor: readonly string[];
  readonly id: string;
  readonly askedAt: string;
  readonly note: string | null;
  readonly personId: string;
  readonly name: string;
  readonly identity: string;
  readonly certificateId: string;
  readonly number: string;
  readonly kind: string;
  readonly organization: string;
  readonly issuedOn: string;
  readonly endTime: string;
  readonly rule: RefresherRule | null;
  readonly trainings: readonly CourseTraining[];
  readonly version: string;
  /** The newest first. */
  readonly inquiries: readonly {
    readonly id: number;
    readonly text: string;
    readonly askedAt: string;
    readonly answeredAt: string | null;
    readonly answer: string | null;
    readonly hasFile: boolean;
  }[];
  readonly earlier: readonly {
    readonly askedAt: string;
    readonly decidedAt: string | null;
    readonly state: 'approved' | 'rejected';
    readonly reason: string | null;
  }[];
}

const EARLIER_MAX = sql.raw('10');

const earlier = sql`(
  select coalesce(json_agg(json_build_object('askedAt', e.asked_at, 'decidedAt', e.decided_at, 'state', e.state,
    'reason', e.backend_note) order by e.asked_at desc, e.id desc), '[]')
  from (
    select f.* from ${renewalRequests} f
    where f.state <> 'open' and f.certificate_id = any(array(
      select h.id from ${certificates} h where h.account_id = c.account_id and h.kind_id = c.kind_id))
    order by f.asked_at desc, f.id desc limit ${EARLIER_MAX}) e)`;

const inquiries = sql`(
  select coalesce(json_agg(json_build_object('id', i.id, 'text', i.text, 'askedAt', i.asked_at, 'answeredAt',
    i.answered_at, 'answer', i.answer, 'hasFile', i.file_key is not null) order by i.id desc), '[]')
  from ${renewalInquiries} i where i.request_id = q.id)`;

const version = sql`(
  select coalesce(max(e.id), 0) from ${auditEvents} e
  where e.subject = 'renewal_request' and e.subject_id = q.id
    and e.action in (${sql.raw(REVIEW_ACTIONS.map((action) => `'${action}'`).join(', '))}))`;

/** A subquery, because PostgreSQL would read all requests for a join. */
const ofCertificate = (column: SQL): SQL =>
  sql`(select ${column} from ${certificates} h where h.id = q.certificate_id)`;

/** Staff asked the person of the request `q` for something. */
const waitsForPerson = sql`exists (
  select from ${renewalInquiries} i where i.request_id = q.id and i.answered_at is null)`;

/** Few requests are open at once: the list reads them by their partial index. */
export const renewalQueueList = defineList<'kind' | 'waits', 'askedAt', QueuedRenewal>({
  name: 'renewals',
  sources: [
    {
      from: sql`${renewalRequests} q`,
      where: sql`q.state = 'open'`,
      key: sql`q.id`,
      organization: ofCertificate(sql`h.organization_id`),
      filters: {
        kind: (value) => sql`${ofCertificate(sql`h.kind_id`)} = ${value}::bigint`,
        waits: (value) => sql`(case when ${waitsForPerson} then 'person' else 'staff' end) = ${value}::text`,
      },
      sorts: { askedAt: [sql`q.asked_at`, sql`q.id`] },
    },
  ],
  types: { askedAt: ['timestamptz', 'bigint'] },
  selective: [],
  columns: sql`
    page.key as id, to_json(q.asked_at) #>> '{}' as "askedAt", q.front_note as note,
    coalesce(n.content ->> 'chineseName', n.content ->> 'englishName', a.chinese_name, a.english_name, '') as name,
    a.id as "personId", a.account as identity, c.id as "certificateId", c.number, k.name as kind, o.name as organization,
    c.issued_on::text as "issuedOn", c.end_time::text as "endTime",
    ${refresherRule} as rule, ${trainings} as trainings,
    ${version} as version, ${inquiries} as inquiries, ${earlier} as earlier`,
  joins: sql`
    join ${renewalRequests} q on q.id = page.key
    join ${certificates} c on c.id = q.certificate_id
    join ${accounts} a on a.id = c.account_id
    join ${certificateKinds} k on k.id = c.kind_id
    join ${organizations} o on o.id = c.organization_id
    left join ${certificateContents} n on n.certificate_id = c.id`,
});
