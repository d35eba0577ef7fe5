import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { bankAccounts, organizations } from '../catalogue/tables.ts';
import { registrations } from '../enrolment/tables.ts';
import { balanceOf } from '../money/balance.ts';
import { paymentLines } from '../money/tables.ts';
import { paymentReportRegistrations } from '../payment/tables.ts';
import type { Executor } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { may } from '../staff/policy.ts';
import { withinScope } from '../staff/scope.ts';
import { staffAccounts } from '../staff/tables.ts';
import type { OpenItems } from './matching/open-items.ts';
import type { RememberedShape } from './reading/read-statement.ts';
import { statementLines, statementShapes, statements } from './tables.ts';

/** Remembered shapes that are compared with a new file. */
const MAX_SHAPES = 20;

const accountFields = {
  id: bankAccounts.id,
  organizationId: bankAccounts.organizationId,
  organization: organizations.name,
  bank: bankAccounts.bank,
  holder: bankAccounts.holder,
  number: bankAccounts.number,
};

const selectAccounts = (db: Executor) =>
  db
    .select(accountFields)
    .from(bankAccounts)
    .innerJoin(organizations, eq(organizations.id, bankAccounts.organizationId));

export type BankAccount = Awaited<ReturnType<typeof selectAccounts>>[number];

export const findBankAccounts = (
  db: Executor,
  staff: Staff,
  chosen: number | undefined,
): Promise<BankAccount[]> =>
  selectAccounts(db)
    .where(withinScope(staff, 'statement.read', bankAccounts.organizationId, chosen))
    .orderBy(asc(organizations.position), asc(bankAccounts.id));

/** Throws `not_found` if the account is unknown or the right does not hold in its organisation. */
export const findBankAccount = async (
  db: Executor,
  id: number,
  staff: Staff,
  right: 'statement.read' | 'statement.import' | 'payment.confirm' | 'export.list' = 'statement.read',
): Promise<BankAccount> => {
  const [found] = await selectAccounts(db).where(eq(bankAccounts.id, id));
  if (!found || !may(staff, right, found.organizationId)) throw new Refusal('not_found');
  return found;
};

export const isUsed = (db: Executor): SQL =>
  sql`exists ${db
    .select({ one: sql`1` })
    .from(paymentLines)
    .where(and(eq(paymentLines.lineId, statementLines.id), eq(paymentLines.ended, false)))}`;

/** The condition of the index `statement_lines_open`. */
export const isOpenLine = sql`${statementLines.aside} is null and not ${statementLines.used}`;

export const lineFields = {
  id: statementLines.id,
  row: statementLines.row,
  day: statementLines.day,
  amount: statementLines.amount,
  digits: statementLines.digits,
  maybeDigits: statementLines.maybeDigits,
  name: statementLines.name,
  memo: statementLines.memo,
};

const openLines = statement<{ json: string }>(
  'open_lines',
  sql`
    select coalesce(json_agg(l), '[]')::text as json
    from (
      select l.id, l.row, l.day, l.amount, l.digits, l.maybe_digits as "maybeDigits", l.name, l.memo,
        s.proven as "isProven"
      from statement_lines l join statements s on s.id = l.statement_id
      where l.bank_account_id = ${sql.placeholder('account')}::bigint and l.aside is null and not l.used
      order by l.day, l.id) l`,
);

const jsonOf = ([found]: readonly { json: string }[]): string => found?.json ?? '[]';

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

/** Registrations with a payment report that nobody has decided about, also cancelled registrations. */
const reportedRegistrations = sql`
  select r.id, r.class_id, r.account_id, r.fee, r.state, x.report_id
  from ${paymentReportRegistrations} x join ${registrations} r on r.id = x.registration_id
  where x.outcome is null`;

/**
 * Lines of an account are matched with the classes that name it, and with those of its organisation that name none.
 * (`paysInto` of payments, which staff decide about, also allows the other accounts of the organisation.)
 */
export const isClassOfAccount = sql`(c.bank_account_id = ${sql.placeholder('account')}::bigint
  or (c.bank_account_id is null and c.organization_id = ${sql.placeholder('organization')}::int))`;

/**
 * `returned`: the reported amount if all registrations of the report are cancelled, otherwise the fees of those that
 * are.
 */
const openReports = statement<{ json: string }>(
  'open_reports',
  sql`
    with seats as materialized (
      select r.id, a.id as person, r.report_id, r.state = 'cancelled' as cancelled, c.code, coalesce(r.fee, c.fee) as fee,
        t.chinese_name as course, coalesce(a.chinese_name, '') as name,
        b.balance, b.received - b.refunded - b.kept as "partialPaid"
      from (${reportedRegistrations}) r
      join classes c on c.id = r.class_id and ${isClassOfAccount}
      join courses t on t.id = c.course_id
      join accounts a on a.id = r.account_id
      cross join ${balanceOf(sql`r.id`)} b),
    reports as (
      select p.id, p.paid_time as day, p.last_five as digits, p.paid_money as money, p.paid_name as name,
        min(s.code) as "classCode", min(s.course) as course, g.name as "group",
        case when p.group_id is null then 'account ' || p.reported_by else 'group ' || p.group_id end as payer,
        p.created_at as "reportedAt", sum(s.balance)::int as owed, sum(s."partialPaid")::int as "partialPaid",
        case when bool_and(s.cancelled) then p.paid_money
          else coalesce(sum(s.fee) filter (where s.cancelled), 0) end::int as returned,
        json_agg(json_build_object('id', s.id, 'personId', s.person, 'name', s.name, 'isCancelled', s.cancelled) order by s.id)
          as registrations
      from seats s
      join payment_reports p on p.id = s.report_id
      left join groups g on g.id = p.group_id
      group by p.id, g.name order by p.id)
    select coalesce(json_agg(to_jsonb(reports) - 'owed' || jsonb_build_object('due', owed + returned)), '[]')::text as json
    from reports`,
);

export const findOpenItems = async (
  db: Executor,
  { id, organizationId }: Pick<BankAccount, 'id' | 'organizationId'>,
): Promise<OpenItems> => ({
  lines: jsonOf(await openLines(db, { account: id })),
  reports: jsonOf(await openReports(db, { account: id, organization: organizationId })),
});

const reportCounts = statement<{ count: number }>(
  'count_open_reports',
  sql`select count(distinct r.report_id)::int as count from (${reportedRegistrations}) r
    join classes c on c.id = r.class_id and ${isClassOfAccount}`,
);

export const countOpenReports = async (
  db: Executor,
  { id, organizationId }: Pick<BankAccount, 'id' | 'organizationId'>,
): Promise<number> => {
  const [found] = await reportCounts(db, { account: id, organization: organizationId });
  return found?.count ?? 0;
};

export interface LastImport {
  readonly statementId: number;
  readonly added: number;
  readonly at: Date;
  readonly fileName: string;
  readonly by: string | null;
}

export const findLastImports = async (
  db: Executor,
  accountIds: readonly number[],
): Promise<ReadonlyMap<number, LastImport>> => {
  const rows = await db
    .selectDistinctOn([statements.bankAccountId], {
      id: statements.bankAccountId,
      statementId: statements.id,
      added: statements.added,
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

interface Comparison {
  /** Lines of the file that the account has. */
  readonly known: number;
  /** Lines that the account may have already: of the same day and amount, with no digits or balance that differ. */
  readonly doubles: number;
}

/**
 * Compares a file with the lines of the account. `keys`: a JSON array of days, amounts, digits, balances and
 * fingerprints.
 */
export const compareWithKnown = async (
  db: Executor,
  accountId: number,
  keys: string,
): Promise<Comparison> => {
  const { rows } = await db.execute<Comparison & Record<string, unknown>>(sql`
    with file as materialized (
      select k.*, l.id as line
      from jsonb_to_recordset(${keys}::jsonb) as k (
        day date, amount int, digits text, balance int, fingerprint text)
      left join ${statementLines} l on l.bank_account_id = ${accountId} and l.fingerprint = k.fingerprint)
    select count(line)::int as known,
      count(*) filter (where line is null and exists (
        select from ${statementLines} l
        where l.bank_account_id = ${accountId} and l.day = file.day and l.amount = file.amount
          and l.id not in (select line from file where line is not null)
          and coalesce(l.digits = file.digits, true) and coalesce(l.balance = file.balance, true)))::int as doubles
    from file`);
  return rows[0] ?? { known: 0, doubles: 0 };
};

/** The remembered shapes of the account, the last used first. */
export const findShapes = async (db: Executor, accountId: number): Promise<RememberedShape[]> => {
  const rows = await db
    .select({ head: statementShapes.head, shape: statementShapes.shape })
    .from(statementShapes)
    .where(eq(statementShapes.bankAccountId, accountId))
    .orderBy(desc(statementShapes.usedAt))
    .limit(MAX_SHAPES);
  return rows.map(({ head, shape }) => ({ head: JSON.parse(head) as string[], shape }));
};

export const findStatement = async (db: Executor, accountId: number, sha256: string) => {
  const [found] = await db
    .select({ at: statements.importedAt, by: staffAccounts.name })
    .from(statements)
    .leftJoin(staffAccounts, sql`${statements.importedBy} = 'staff:' || ${staffAccounts.id}`)
    .where(and(eq(statements.bankAccountId, accountId), eq(statements.sha256, sha256)));
  return found ?? null;
};

interface Days {
  readonly from: string | null;
  readonly until: string | null;
}

/** False if there are no days. */
export const hasLinesBetween = async (db: Executor, accountId: number, { from, until }: Days) => {
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
