import { addDays, readable, today } from '@portal/contract/dates';
import { DUE_DAYS } from '@portal/contract/group-certificates';
import { sql } from 'drizzle-orm';
import { isReachable } from '../../accounts/people/is-reachable.ts';
import { accounts } from '../../accounts/tables.ts';
import { certificateKinds } from '../../catalogue/tables.ts';
import { groups, memberships } from '../../groups/tables.ts';
import { queueMails } from '../../mail/queue.ts';
import type { Tx } from '../../platform/database/database.ts';
import { certificateDigests, certificateNeeds, certificates, renewalRequests } from '../tables.ts';
import { certificateDigestLetter } from './letters.ts';

/** Groups per transaction. */
const MAX_GROUPS = 100;
/** Certificates listed in one mail. */
const MAX_LISTED = 50;

const startOf = (month: string): Date => new Date(`${month}T00:00:00+08:00`);

/** Groups of which this month is not recorded. New ones wait for the next month. */
const recordGroups = async (tx: Tx, month: string, now: Date): Promise<number[]> => {
  const { rows } = await tx.execute<{ groupId: string }>(sql`
    with due as (
      select g.id from ${groups} g
      where g.created_at < ${startOf(month)}
        and not exists (select from ${certificateDigests} d where d.group_id = g.id and d.month = ${month})
      order by g.id
      limit ${MAX_GROUPS}
      for no key update skip locked)
    insert into ${certificateDigests} (group_id, month, created_at)
    select id, ${month}::date, ${now} from due order by id
    on conflict do nothing
    returning group_id as "groupId"`);
  return rows.map(({ groupId }) => Number(groupId));
};

interface EndingCertificate extends Record<string, unknown> {
  readonly groupId: string;
  readonly person: string | null;
  readonly certificate: string;
  readonly endTime: string;
  readonly daysLeft: number;
  readonly isRenewalAsked: boolean;
}

/** Certificates of current people, of the kinds that their group needs. */
const findEndings = async (tx: Tx, groupIds: readonly number[], day: string) => {
  const { rows } = await tx.execute<EndingCertificate>(sql`
    select m.group_id as "groupId", a.chinese_name as person, k.name as certificate, c.end_time::text as "endTime",
      c.end_time - ${day}::date as "daysLeft",
      exists (select from ${renewalRequests} r where r.certificate_id = c.id and r.state = 'open') as "isRenewalAsked"
    from ${certificateNeeds} n
      join ${memberships} m on m.group_id = n.group_id and m.left_at is null
      join ${accounts} a on a.id = m.account_id
      join ${certificates} c on c.account_id = a.id and c.kind_id = n.kind_id and c.state = 'valid'
      join ${certificateKinds} k on k.id = c.kind_id
    where n.group_id = any(${sql.param(groupIds)}::bigint[]) and c.end_time between ${day} and ${addDays(day, DUE_DAYS)}
    order by c.end_time, c.id`);
  return Map.groupBy(rows, ({ groupId }) => Number(groupId));
};

interface Manager extends Record<string, unknown> {
  readonly groupId: string;
  readonly accountId: string;
  readonly name: string | null;
  readonly email: string;
  readonly group: string;
  readonly groupCode: string;
}

const findManagers = async (tx: Tx, groupIds: readonly number[]): Promise<Manager[]> => {
  const { rows } = await tx.execute<Manager>(sql`
    select g.id as "groupId", a.id as "accountId", a.chinese_name as name, a.email, g.name as "group", g.code as "groupCode"
    from ${groups} g
      join ${memberships} m on m.group_id = g.id and m.role = 'manager'
      join ${accounts} a on a.id = m.account_id
    where g.id = any(${sql.param(groupIds)}::bigint[]) and ${isReachable}
    order by g.id, a.id`);
  return rows;
};

const letterOf = ({ name, group, groupCode }: Manager, endings: readonly EndingCertificate[]) =>
  certificateDigestLetter({
    ...{ name: name ?? '', group, groupCode, more: Math.max(endings.length - MAX_LISTED, 0) },
    endings: endings
      .slice(0, MAX_LISTED)
      .map(({ person, certificate, endTime, daysLeft, isRenewalAsked }) => ({
        ...{ person: person ?? '', certificate, end: readable(endTime), daysLeft, isRenewalAsked },
      })),
  });

/**
 * Tells managers once a month which certificates of their people end soon, for at most `MAX_GROUPS` groups, and returns for
 * how many. Managers of a group without such certificates get no mail. Several servers may call it at the same time.
 */
export const sendDigests = async (tx: Tx, now: Date): Promise<number> => {
  const day = today(now);
  const recorded = await recordGroups(tx, `${day.slice(0, 7)}-01`, now);
  if (recorded.length === 0) return 0;
  const endings = await findEndings(tx, recorded, day);
  const managers = await findManagers(tx, [...endings.keys()]);
  const recipients = managers.map((manager) => ({
    ...{ id: Number(manager.accountId), email: manager.email },
    letter: letterOf(manager, endings.get(Number(manager.groupId)) ?? []),
  }));
  await queueMails(tx, recipients, ({ letter }) => letter, now);
  return recorded.length;
};
