import type { VerifiedCertificate, VerifiedState } from '@portal/contract/certificates';
import { addDays, today } from '@portal/contract/dates';
import { sql } from 'drizzle-orm';
import { maskName } from '../../accounts/people/mask.ts';
import { networkOf } from '../../accounts/sign-in/network.ts';
import { accounts } from '../../accounts/tables.ts';
import { certificateKinds, courses, organizations } from '../../catalogue/tables.ts';
import type { Database } from '../../platform/database/database.ts';
import type { ReadAside } from '../../platform/database/replica.ts';
import { statement } from '../../platform/database/statement.ts';
import { Refusal } from '../../platform/errors.ts';
import { asRefusal } from '../../platform/http/http.ts';
import type { CertificateContent } from '../content.ts';
import type { CertificateState } from '../states.ts';
import {
  certificateContents,
  certificatePapers,
  certificates,
  importedCertificates,
  renewalRequests,
  verificationMisses,
} from '../tables.ts';

const MINUTE = 60_000;
/** In milliseconds. */
const MISSES_PERIOD_MS = 15 * MINUTE;
/** A person who types numbers from papers rarely misses more often. */
export const MAX_MISSES = 60;

interface FoundRow {
  readonly misses: number;
  readonly state: CertificateState | null;
  /** Days in Taipei. */
  readonly ended_on: string | null;
  readonly end_time: string;
  /** Null for a certificate of another system. */
  readonly content: CertificateContent | null;
  readonly imported: ImportedContent | null;
  readonly successor: string | null;
  readonly asked: boolean;
  readonly papers: string[];
}

/** The facts that are shown of an imported certificate, which has no content. */
type ImportedContent = Pick<
  CertificateContent,
  | 'registerNumber'
  | 'chineseName'
  | 'englishName'
  | 'kind'
  | 'course'
  | 'hours'
  | 'firstDay'
  | 'lastDay'
  | 'organization'
  | 'issuedOn'
  | 'validUntil'
>;

const importedContent = sql`(
  select json_build_object('registerNumber', i.number, 'chineseName', a.chinese_name, 'englishName', a.english_name,
    'kind', t.name, 'course', u.chinese_name, 'hours', null, 'firstDay', null, 'lastDay', null, 'organization', o.name,
    'issuedOn', c.issued_on, 'validUntil', c.end_time)
  from ${accounts} a, ${certificateKinds} t, ${courses} u, ${organizations} o
  where a.id = c.account_id and t.id = c.kind_id and u.id = c.course_id and o.id = c.organization_id)`;

const recentMisses = sql`(
  select count(*)::int from (
    select from ${verificationMisses} m
    where m.network = ${sql.placeholder('network')} and m.at > ${sql.placeholder('since')} limit ${sql.raw(`${MAX_MISSES}`)}
  ) recent
)`;

const countMisses = statement<{ misses: number }>(
  'count_verify_misses',
  sql`select ${recentMisses} as misses`,
);

/** One statement, so that a check costs little: the certificate, and how often the network has missed. */
const findByNumber = statement<FoundRow>(
  'verify_certificate',
  sql`
    select missed.misses, c.state, c.end_time::text, k.content,
      case when i.certificate_id is not null then ${importedContent} end as imported,
      (c.ended_at at time zone 'Asia/Taipei')::date::text as ended_on, n.number as successor,
      exists (select from ${renewalRequests} q where q.certificate_id = c.id and q.state = 'open') as asked,
      array(select p.sha256 from ${certificatePapers} p where p.certificate_id = c.id) as papers
    from (select ${recentMisses} as misses) missed
    left join (${certificates} c
      left join ${certificateContents} k on k.certificate_id = c.id
      left join ${importedCertificates} i on i.certificate_id = c.id)
      on c.number = ${sql.placeholder('number')}
    left join ${certificates} n on n.id = c.replaced_by_id`,
);

const verifiedState = ({ state, end_time, asked }: FoundRow, day: string): VerifiedState => {
  if (state === 'renewed' || state === 'corrected' || state === 'revoked') return state;
  if (end_time < day) return 'expired';
  return asked ? 'asked' : 'valid';
};

const presentVerified = (row: FoundRow, content: ImportedContent, now: Date): VerifiedCertificate => {
  const { ended_on, end_time, successor, papers } = row;
  const state = verifiedState(row, today(now));
  return {
    register_number: content.registerNumber,
    name: maskName(content.chineseName ?? content.englishName ?? ''),
    kind: content.kind,
    course: content.course,
    hours: content.hours,
    first_day: content.firstDay,
    last_day: content.lastDay,
    organization: content.organization,
    issued_on: content.issuedOn,
    valid_until: content.validUntil,
    state,
    since: state === 'expired' ? addDays(end_time, 1) : ended_on,
    successor,
    papers,
    imported: row.content === null,
  };
};

interface Check {
  readonly number: string;
  readonly address: string;
  readonly now: Date;
}

interface Source {
  readonly db: Database;
  readonly read: ReadAside;
}

interface Question {
  readonly number: string;
  readonly network: string;
  readonly since: Date;
}

/** The primary knows of later misses than a standby; while it is away, those that the standby knows count. */
const withLateMisses = async (db: Database, row: FoundRow, question: Question): Promise<FoundRow> => {
  try {
    const [late] = await countMisses(db, { network: question.network, since: question.since });
    return { ...row, misses: Math.max(row.misses, late?.misses ?? 0) };
  } catch (error) {
    if (asRefusal(error)?.code === 'unavailable') return row;
    throw error;
  }
};

/** From a standby if it has the certificate; one that was issued just now is found on the primary. */
const findRow = async ({ db, read }: Source, question: Question) => {
  const found = await read(async (from) => {
    const [row] = await findByNumber(from, { ...question });
    return { row, isAside: from !== db };
  });
  if (!found.isAside) return found.row;
  if (found.row && found.row.state !== null) return withLateMisses(db, found.row, question);
  const [row] = await findByNumber(db, { ...question });
  return row;
};

/** A number that no certificate has is counted; a network that has missed too often is refused. */
export const findVerified = async (
  source: Source,
  { number, address, now }: Check,
): Promise<VerifiedCertificate> => {
  const network = networkOf(address);
  const since = new Date(now.getTime() - MISSES_PERIOD_MS);
  const row = await findRow(source, { number, network, since });
  if (!row || row.misses >= MAX_MISSES) {
    const minutes = MISSES_PERIOD_MS / MINUTE;
    throw new Refusal('too_many_verifications', { values: { n: minutes }, retryAfter: minutes * 60 });
  }
  const content = row.content ?? row.imported;
  if (content !== null) return presentVerified(row, content, now);
  await source.db.insert(verificationMisses).values({ network, at: now });
  throw new Refusal('certificate_not_found');
};

export const forgetMisses = async (db: Database, now: Date): Promise<void> => {
  await db.execute(
    sql`delete from ${verificationMisses} where at < ${new Date(now.getTime() - MISSES_PERIOD_MS)}`,
  );
};
