import { type ErasureObstacle, erasureObstacles } from '@portal/contract/office/privacy';
import { sql } from 'drizzle-orm';
import { certificates, renewalRequests } from '../../certificates/tables.ts';
import { classes } from '../../classes/tables.ts';
import { registrations } from '../../enrolment/tables.ts';
import { memberships } from '../../groups/tables.ts';
import { balanceOf } from '../../money/balance.ts';
import { refunds } from '../../money/tables.ts';
import type { Executor } from '../../platform/database/database.ts';
import { privacyRequests } from '../tables.ts';

/** Lists the open matters that must be settled before a person can be erased. */
export const findObstacles = async (
  db: Executor,
  { accountId, now }: { readonly accountId: number; readonly now: Date },
): Promise<ErasureObstacle[]> => {
  const own = sql`(select id from ${registrations} where account_id = ${accountId})`;
  const { rows } = await db.execute<Record<ErasureObstacle['code'], number>>(sql`
    select
      (select count(*)::int from ${registrations} r join ${classes} c on c.id = r.class_id
        where r.account_id = ${accountId} and (r.state in ('pending', 'unpaid', 'reported')
          or r.state = 'confirmed' and coalesce(c.end_time, c.start_time) > ${now})) as live_registration,
      (select count(*)::int from ${registrations} r cross join ${balanceOf(sql`r.id`)} b
        where r.account_id = ${accountId} and b.balance <> 0) as unpaid,
      (select count(*)::int from ${refunds} f where f.registration_id in ${own} and f.state = 'due') as refund_due,
      (select count(*)::int from ${renewalRequests} q join ${certificates} c on c.id = q.certificate_id
        where c.account_id = ${accountId} and q.state = 'open') as open_renewal,
      (select count(*)::int from ${memberships} m
        where m.account_id = ${accountId} and m.role = 'manager' and m.left_at is null
          and exists (select from ${memberships} o
            where o.group_id = m.group_id and o.account_id <> ${accountId} and o.left_at is null)
          and not exists (select from ${memberships} o
            where o.group_id = m.group_id and o.account_id <> ${accountId} and o.role = 'manager')) as only_manager,
      (select count(*)::int from ${privacyRequests} p
        where p.account_id = ${accountId} and p.kind <> 'erasure' and p.state = 'requested') as open_request`);
  const [counts] = rows;
  return erasureObstacles
    .map((code) => ({ code, count: Number(counts?.[code] ?? 0) }))
    .filter(({ count }) => count > 0);
};
