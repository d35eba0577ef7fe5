import { addDays } from '@portal/contract/dates';
import { SHEET_DAYS, type SheetPerson, type Sums } from '@portal/contract/office/statements';
import { type SQL, sql } from 'drizzle-orm';
import type { PaymentKind, PaymentMethod } from '../money/states.ts';
import type { Executor } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { Refusal } from '../platform/errors.ts';
import type { SetAsideKind } from './states.ts';

export interface DaySheetRow {
  readonly id: string;
  readonly row: number;
  readonly day: string;
  readonly amount: number;
  readonly digits: string | null;
  readonly maybeDigits: string | null;
  readonly name: string | null;
  readonly memo: string | null;
  readonly aside: SetAsideKind | null;
  readonly asideReason: string | null;
  readonly paymentId: string | null;
  readonly kind: PaymentKind | null;
  readonly for: readonly SheetPerson[] | null;
}

const account = sql`${sql.placeholder('account')}::bigint`;

const sheetPerson = sql`json_build_object('personId', a.id, 'name', coalesce(a.chinese_name, ''), 'code', c.code)`;

const paidFor = sql`(
  select json_agg(${sheetPerson} order by r.id)
  from allocations x join registrations r on r.id = x.registration_id
  join classes c on c.id = r.class_id join accounts a on a.id = r.account_id
  where x.payment_id = p.id)`;

const selectLines = statement<DaySheetRow>(
  'sheet_lines',
  sql`
    select l.id, l.row, l.day::text as day, l.amount, l.digits, l.maybe_digits as "maybeDigits", l.name, l.memo, l.aside,
      l.aside_reason as "asideReason", p.id as "paymentId", p.kind,
      ${paidFor} as "for"
    from statement_lines l
    left join lateral (
      select p.id, p.kind from payment_lines u join payments p on p.id = u.payment_id
      where u.line_id = l.id and not u.ended limit 1) p on true
    where l.bank_account_id = ${account}
      and l.day between ${sql.placeholder('from')}::date and ${sql.placeholder('until')}::date
    order by l.day, l.statement_id, l.row`,
);

const isInRange = (day: SQL) =>
  sql`${day} between ${sql.placeholder('from')}::date and ${sql.placeholder('until')}::date`;

/** SQL for the account of the registration's class. Cash payments and refunds name no account of their own. */
const accountOf = (registration: SQL) =>
  sql`(select c.bank_account_id from registrations r join classes c on c.id = r.class_id where r.id = ${registration})`;

const firstRegistration = sql`(select min(x.registration_id) from allocations x where x.payment_id = p.id)`;
const hasNoLine = sql`p.bank_account_id is null and p.ended_at is null and ${accountOf(firstRegistration)} = ${account}`;
const isPaidRefund = sql`f.state = 'paid' and ${accountOf(sql`f.registration_id`)} = ${account}`;

export interface ReceiptRow {
  readonly id: string;
  readonly day: string;
  readonly amount: number;
  readonly method: PaymentMethod;
  readonly for: readonly SheetPerson[] | null;
  readonly note: string | null;
}

const selectReceipts = statement<ReceiptRow>(
  'sheet_receipts',
  sql`
    select p.id, p.received_on::text as day, p.amount, p.method, p.note,
      ${paidFor} as "for"
    from payments p where ${hasNoLine} and ${isInRange(sql`p.received_on`)}
    order by p.received_on, p.id`,
);

export type RefundedRow = Omit<ReceiptRow, 'method'>;

const selectRefunds = statement<RefundedRow>(
  'sheet_refunds',
  sql`
    select f.id, f.paid_on::text as day, f.amount, f.reference as note,
      json_build_array(${sheetPerson}) as "for"
    from refunds f join registrations r on r.id = f.registration_id
    join classes c on c.id = r.class_id join accounts a on a.id = r.account_id
    where ${isPaidRefund} and ${isInRange(sql`f.paid_on`)}
    order by f.paid_on, f.id`,
);

/** Payments and refunds count only if they are later than the last line: years of them are not read. */
const selectLastDay = statement<{ day: string | null }>(
  'sheet_last_day',
  sql`
    with last_line as (
      select coalesce(max(day), '-infinity') as day from statement_lines where bank_account_id = ${account})
    select nullif(greatest(l.day,
      (select p.received_on from payments p where ${hasNoLine} and p.received_on > l.day
        order by p.received_on desc limit 1),
      (select f.paid_on from refunds f where ${isPaidRefund} and f.paid_on > l.day
        order by f.paid_on desc limit 1)), '-infinity')::text as day
    from last_line l`,
);

export type SheetState = 'matched' | 'open' | 'aside' | 'withdrawn';

export const sheetStateOf = ({
  amount,
  aside,
  paymentId,
}: Pick<DaySheetRow, 'amount' | 'aside' | 'paymentId'>): SheetState => {
  if (aside !== null) return amount < 0 ? 'withdrawn' : 'aside';
  return paymentId === null ? 'open' : 'matched';
};

const sumOf = (rows: readonly Amount[]) => ({
  count: rows.length,
  sum: rows.reduce((sum, { amount }) => sum + amount, 0),
});

type Summed = Pick<DaySheetRow, 'amount' | 'aside' | 'paymentId'>;
type Amount = Pick<ReceiptRow, 'amount'>;

export interface DaySheetRows<Row = DaySheetRow, Received = ReceiptRow, Refunded = RefundedRow> {
  readonly lines: readonly Row[];
  readonly received: readonly Received[];
  readonly refunded: readonly Refunded[];
}

/** Each line counts in `all` and in one of `matched`, `open`, `aside` and `withdrawn`. */
export const sumsOf = ({ lines, received, refunded }: DaySheetRows<Summed, Amount, Amount>): Sums => {
  const by = Map.groupBy(lines, sheetStateOf);
  return {
    all: sumOf(lines),
    matched: sumOf(by.get('matched') ?? []),
    open: sumOf(by.get('open') ?? []),
    aside: sumOf(by.get('aside') ?? []),
    withdrawn: sumOf(by.get('withdrawn') ?? []),
    received: sumOf(received),
    refunded: sumOf(refunded),
  };
};

interface Range {
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

/**
 * Returns the wanted days; by default the last day with a line, a payment without a line, or a paid refund. Throws
 * `sheet_too_long` beyond `SHEET_DAYS` days.
 */
const rangeOf = async (db: Executor, accountId: number, { from, until }: Range) => {
  const [last] = await selectLastDay(db, { account: accountId });
  const first = from ?? until ?? last?.day ?? null;
  if (first === null) return { from: null, until: null };
  const end = until ?? first;
  if (end > addDays(first, SHEET_DAYS - 1))
    throw new Refusal('sheet_too_long', { values: { n: SHEET_DAYS } });
  return { from: first, until: end };
};

/** Returns the lines, payments without a line, and paid refunds of the days, in order. */
export const findDaySheet = async (db: Executor, accountId: number, wanted: Range) => {
  const range = await rangeOf(db, accountId, wanted);
  const values = { account: accountId, ...range };
  return {
    ...range,
    lines: await selectLines(db, values),
    received: await selectReceipts(db, values),
    refunded: await selectRefunds(db, values),
  };
};
