import { renewalOpens } from '@portal/contract/certificates';
import { readable, readableTime, today } from '@portal/contract/dates';
import { type SQL, sql } from 'drizzle-orm';
import { isReachable } from '../../accounts/people/is-reachable.ts';
import { accounts } from '../../accounts/tables.ts';
import { certificateKinds, courses, organizations } from '../../catalogue/tables.ts';
import { classes } from '../../classes/tables.ts';
import { queueMails } from '../../mail/queue.ts';
import type { Tx } from '../../platform/database/database.ts';
import {
  certificateReminderSettings,
  certificateReminders,
  certificates,
  renewalRequests,
} from '../tables.ts';
import { certificateReminderLetter, type OfferedClass } from './letters.ts';
import { defaultSetting } from './rules.ts';

/** Certificates per transaction. */
const MAX_CERTIFICATES = 100;
const MAX_OFFERED = 3;

/* Aliases: c certificate, k kind, a holder, s setting. */

const dates = (list: readonly string[]): SQL => sql.raw(`array['${list.join("', '")}']::date[]`);
const defaultDays = sql.raw(`array[${defaultSetting.days.join(', ')}]`);

/** The newest reminder that the certificate has reached; only that one counts. */
const newestReached = (day: string): SQL => sql`(
  select min(reached.days)
  from unnest(coalesce(s.days, ${defaultDays}), coalesce(s.since, ${dates(defaultSetting.since)})) as reached (days, since)
  where c.end_time - reached.days <= ${day}::date and c.end_time - reached.days >= reached.since
    and c.end_time - reached.days > c.issued_on)`;

/** The last end of certificates of which holders may be reminded. */
const lastEnd = (
  day: string,
): SQL => sql`${day}::date + greatest(${sql.raw(`${Math.max(...defaultSetting.days)}`)},
  (select max(each) from ${certificateReminderSettings} other, unnest(other.days) each))`;

/** A later reminder stands for the earlier ones. */
const isReminded = sql`exists (
  select from ${certificateReminders} sent where sent.certificate_id = c.id and sent.days <= newest.days)`;

const isRenewalAsked = sql`exists (
  select from ${renewalRequests} asked where asked.certificate_id = c.id and asked.state = 'open')`;

interface DueCertificate extends Record<string, unknown> {
  readonly certificateId: string;
  readonly days: number;
  readonly accountId: string;
  readonly name: string | null;
  readonly email: string;
  readonly number: string;
  readonly certificate: string;
  readonly kindId: number;
  readonly renewable: boolean;
  readonly organizationId: number;
  readonly organization: string;
  readonly endTime: string;
  readonly daysLeft: number;
}

/**
 * Locks certificates and holders, so that neither ends nor is suspended meanwhile; those that somebody else has locked
 * are left for the next turn. The nearest ends first.
 */
const lockDueCertificates = async (tx: Tx, day: string): Promise<DueCertificate[]> => {
  const { rows } = await tx.execute<DueCertificate>(sql`
    select c.id as "certificateId", newest.days, a.id as "accountId", a.chinese_name as name, a.email, c.number,
      k.name as certificate, k.id as "kindId", k.type = 'coach' as renewable, o.id as "organizationId",
      o.name as organization, c.end_time::text as "endTime",
      c.end_time - ${day}::date as "daysLeft"
    from ${certificates} c
      join ${accounts} a on a.id = c.account_id
      join ${certificateKinds} k on k.id = c.kind_id
      join ${organizations} o on o.id = c.organization_id
      left join ${certificateReminderSettings} s on s.kind_id = c.kind_id
      cross join lateral (select ${newestReached(day)} as days) newest
    where c.state = 'valid' and c.end_time between ${day} and ${lastEnd(day)}
      and newest.days is not null and not ${isReminded} and ${isReachable} and not ${isRenewalAsked}
    order by c.end_time, c.id
    limit ${MAX_CERTIFICATES}
    for no key update of c, a skip locked`);
  return rows;
};

/** Two servers may have found the same; the unique index lets one of them remind. Returns what this one has. */
const recordCertificateReminders = async (
  tx: Tx,
  due: readonly DueCertificate[],
  now: Date,
): Promise<DueCertificate[]> => {
  const recorded = await tx
    .insert(certificateReminders)
    .values(
      due.map(({ certificateId, days }) => ({ certificateId: Number(certificateId), days, createdAt: now })),
    )
    .onConflictDoNothing()
    .returning({ certificateId: certificateReminders.certificateId });
  const ids = new Set(recorded.map(({ certificateId }) => certificateId));
  return due.filter(({ certificateId }) => ids.has(Number(certificateId)));
};

interface Offered extends Record<string, unknown> {
  readonly kindId: number;
  readonly organizationId: number;
  readonly code: string;
  readonly train: string;
  readonly organization: string;
  readonly startTime: string;
}

const offerKey = ({ kindId, organizationId }: Pick<Offered, 'kindId' | 'organizationId'>): string =>
  `${kindId} ${organizationId}`;

/** The next classes in which a person may enrol, those of the certificate's organisation first. */
const findOffered = async (
  tx: Tx,
  due: readonly DueCertificate[],
  now: Date,
): Promise<ReadonlyMap<string, OfferedClass[]>> => {
  const pairs = [...new Map(due.map((each) => [offerKey(each), each])).values()];
  const list = (ids: readonly number[]) => sql.param(ids);
  const { rows } = await tx.execute<Offered>(sql`
    select wanted.kind_id as "kindId", wanted.organization_id as "organizationId", open.code,
      open.chinese_name as train, open.name as organization, open.start_time as "startTime"
    from unnest(${list(pairs.map(({ kindId }) => kindId))}::int[],
        ${list(pairs.map(({ organizationId }) => organizationId))}::int[]) as wanted (kind_id, organization_id)
      cross join lateral (
        select cl.code, co.chinese_name, o.name, cl.start_time, cl.id
        from ${classes} cl
          join ${courses} co on co.id = cl.course_id
          join ${organizations} o on o.id = cl.organization_id
        where co.certificate_kind_id = wanted.kind_id and cl.published_at is not null and cl.state = 'published'
          and cl.start_time > ${now} and cl.number < cl.limit_number and cl.personal_allow and cl.group_id is null
          and coalesce(cl.apply_from <= ${now}, true) and coalesce(cl.apply_until > ${now}, true)
        order by cl.organization_id <> wanted.organization_id, cl.start_time, cl.id
        limit ${MAX_OFFERED}) open
    order by open.start_time, open.id`);
  return Map.groupBy(
    rows.map(({ startTime, ...row }) => ({ ...row, startTime: readableTime(new Date(startTime)) })),
    offerKey,
  );
};

const letterOf = (due: DueCertificate, offered: readonly OfferedClass[], day: string) => {
  const { certificate, number, organization, endTime, renewable } = due;
  const opens = renewable && day < renewalOpens(endTime) ? readable(renewalOpens(endTime)) : null;
  return certificateReminderLetter({
    ...{ name: due.name ?? '', certificate, number, organization, renewable, renewalOpens: opens },
    ...{ end: readable(endTime), daysLeft: due.daysLeft },
    offered: offered.map(({ code, train, organization: by, startTime }) => ({
      ...{ code, train, organization: by, startTime },
    })),
  });
};

/**
 * Reminds holders of certificates that end soon, at most `MAX_CERTIFICATES`, and returns how many. Several servers may call it
 * at the same time.
 */
export const remindHolders = async (tx: Tx, now: Date): Promise<number> => {
  const day = today(now);
  const found = await lockDueCertificates(tx, day);
  if (found.length === 0) return 0;
  const due = await recordCertificateReminders(tx, found, now);
  const offered = await findOffered(tx, due, now);
  const recipients = due.map((each) => ({
    ...{ id: Number(each.accountId), email: each.email },
    letter: letterOf(each, offered.get(offerKey(each)) ?? [], day),
  }));
  await queueMails(tx, recipients, ({ letter }) => letter, now);
  return due.length;
};
