import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { bankAccounts, organizations } from '../catalogue/tables.ts';
import { registrations } from '../enrolment/tables.ts';
import type { Executor } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import { statement } from '../platform/statement.ts';
import type { Staff } from '../staff/actors.ts';
import { may } from '../staff/policy.ts';
import { withinScope } from '../staff/scope.ts';
import { staffAccounts } from '../staff/tables.ts';
import type { MatchedReport } from './match.ts';
import { paymentLines, statementLines, statements } from './tables.ts';

export const accountFields = {
  id: bankAccounts.id,
  organizationId: bankAccounts.organizationId,
  organization: organizations.name,
  bank: bankAccounts.bank,
  holder: bankAccounts.holder,
  number: bankAccounts.number,
  shape: bankAccounts.statementShape,
};

const selectAccounts = (db: Executor) =>
  db
    .select(accountFields)
    .from(bankAccounts)
    .innerJoin(organizations, eq(organizations.id, bankAccounts.organizationId));

export type Account = Awaited<ReturnType<typeof selectAccounts>>[number];

export const findAccounts = (db: Executor, staff: Staff, chosen: number | undefined): Promise<Account[]> =>
  selectAccounts(db)
    .where(withinScope(staff, 'statement.read', bankAccounts.organizationId, chosen))
    .orderBy(asc(organizations.position), asc(bankAccounts.id));

/** Throws if the right does not hold for its organisation. */
export const findAccount = async (
  db: Executor,
  id: number,
  staff: Staff,
  right: 'statement.read' | 'statement.import' | 'payment.confirm' | 'export.list' = 'statement.read',
): Promise<Account> => {
  const [found] = await selectAccounts(db).where(eq(bankAccounts.id, id));
  if (!found || !may(staff, right, found.organizationId)) throw new Refusal('not_found');
  return found;
};

export const isUsed = (db: Executor): SQL =>
  sql`exists ${db
    .select({ one: sql`1` })
    .from(paymentLines)
    .where(and(eq(paymentLines.lineId, statementLines.id), eq(paymentLines.ended, false)))}`;

/** Words of the index `statement_lines_open`. */
export const isOpenLine = sql`${statementLines.aside} is null and not ${statementLines.used}`;

export const lineFields = {
  id: statementLines.id,
  row: statementLines.row,
  day: statementLines.day,
  amount: statementLines.amount,
  digits: statementLines.digits,
  name: statementLines.name,
  memo: statementLines.memo,
};

export const findOpenLines = (db: Executor, accountId: number) =>
  db
    .select(lineFields)
    .from(statementLines)
    .where(and(eq(statementLines.bankAccountId, accountId), isOpenLine))
    .orderBy(asc(statementLines.day), asc(statementLines.id));
export type Line = Awaited<ReturnType<typeof findOpenLines>>[number];

export const countOpenLines = async (
  db: Executor,
  accountIds: readonly number[],
): Promise<ReadonlyMap<number, number>> => {
  const rows = await db
    .select({ id: statementLines.bankAccountId, count: sql<number>`count(*)::int` })
    .from(statementLines)
    .where(and(inArray(statementLines.bankAccountId, [...accountIds]), isOpenLine))
    .groupBy(statementLines.bankAccountId);
  return new Map(rows.map(({ id, count }) => [id, count]));
};

export interface OpenReport extends MatchedReport {
  readonly course: string;
  readonly group: string | null;
  readonly kept: number;
  readonly reportedAt: string;
  readonly registrations: readonly { readonly id: number; readonly name: string }[];
}

interface ReportRow extends Omit<OpenReport, 'people' | 'id'> {
  readonly id: string;
}

export const keptOf = (registrationId: SQL): SQL => sql`coalesce((
  select sum(k.amount)::int from payment_registrations k join payments p on p.id = k.payment_id
  where k.registration_id = ${registrationId} and not k.ended and p.kind = 'partial'), 0)`;

/** The index of states begins with the organisation. */
const reported = sql`
  select r.id, r.class_id, r.account_id,
    (select max(x.report_id) from payment_report_registrations x where x.registration_id = r.id) as report_id
  from ${registrations} r
  where r.organization_id in (select id from organizations) and r.state = 'reported'`;

export const paysInto = sql`(c.bank_account_id = ${sql.placeholder('account')}::bigint
  or (c.bank_account_id is null and c.organization_id = ${sql.placeholder('organization')}::int))`;

const openReports = statement<ReportRow>(
  'open_reports',
  sql`
    select p.id, p.paid_time::text as day, p.last_five as digits, p.paid_money as money, p.paid_name as name,
      min(c.code) as "classCode", min(t.chinese_name) as course, g.name as "group",
      case when p.group_id is null then 'account ' || p.reported_by else 'group ' || p.group_id end as payer,
      to_json(p.created_at) #>> '{}' as "reportedAt",
      sum(c.fee - ${keptOf(sql`r.id`)})::int as due, sum(${keptOf(sql`r.id`)})::int as kept,
      json_agg(json_build_object('id', r.id, 'name', coalesce(a.chinese_name, '')) order by r.id) as registrations
    from (${reported}) r
    join classes c on c.id = r.class_id and ${paysInto}
    join train_classes t on t.id = c.train_class_id
    join accounts a on a.id = r.account_id
    join payment_reports p on p.id = r.report_id
    left join groups g on g.id = p.group_id
    group by p.id, g.name order by p.id`,
);

export const findOpenReports = async (
  db: Executor,
  { id, organizationId }: Pick<Account, 'id' | 'organizationId'>,
): Promise<OpenReport[]> => {
  const rows = await openReports(db, { account: id, organization: organizationId });
  return rows.map((row) => ({
    ...row,
    id: Number(row.id),
    people: row.registrations.map(({ name }) => name),
  }));
};

const reportCounts = statement<{ count: number }>(
  'count_open_reports',
  sql`select count(distinct r.report_id)::int as count from (${reported}) r
    join classes c on c.id = r.class_id and ${paysInto}`,
);

export const countOpenReports = async (
  db: Executor,
  { id, organizationId }: Pick<Account, 'id' | 'organizationId'>,
): Promise<number> => {
  const [found] = await reportCounts(db, { account: id, organization: organizationId });
  return found?.count ?? 0;
};

export const findLastImports = async (db: Executor, accountIds: readonly number[]) => {
  const rows = await db
    .selectDistinctOn([statements.bankAccountId], {
      id: statements.bankAccountId,
      at: statements.importedAt,
      fileName: statements.fileName,
      by: staffAccounts.name,
    })
    .from(statements)
    .leftJoin(staffAccounts, sql`${statements.importedBy} = 'staff:' || ${staffAccounts.id}`)
    .where(inArray(statements.bankAccountId, [...accountIds]))
    .orderBy(asc(statements.bankAccountId), sql`${statements.id} desc`);
  return new Map(rows.map(({ id, ...last }) => [id, last]));
};

export const findKnown = async (
  db: Executor,
  accountId: number,
  fingerprints: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await db
    .select({ fingerprint: statementLines.fingerprint })
    .from(statementLines)
    .where(
      and(
        eq(statementLines.bankAccountId, accountId),
        sql`${statementLines.fingerprint} = any(${sql.param([...fingerprints])}::text[])`,
      ),
    );
  return new Set(rows.map(({ fingerprint }) => fingerprint));
};

export const findStatement = async (db: Executor, accountId: number, sha256: string) => {
  const [found] = await db
    .select({ at: statements.importedAt, by: staffAccounts.name })
    .from(statements)
    .leftJoin(staffAccounts, sql`${statements.importedBy} = 'staff:' || ${staffAccounts.id}`)
    .where(and(eq(statements.bankAccountId, accountId), eq(statements.sha256, sha256)));
  return found ?? null;
};

export const hasLinesBetween = async (db: Executor, accountId: number, from: string, until: string) => {
  const [found] = await db
    .select({ one: sql`1` })
    .from(statementLines)
    .where(
      and(
        eq(statementLines.bankAccountId, accountId),
        sql`${statementLines.day} between ${from}::date and ${until}::date`,
      ),
    )
    .limit(1);
  return found !== undefined;
};
