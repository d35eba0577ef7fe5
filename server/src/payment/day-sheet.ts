import { addDays } from '@portal/contract/dates';
import { SHEET_DAYS, type Sums } from '@portal/contract/office/statements';
import { sql } from 'drizzle-orm';
import type { Executor } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import { statement } from '../platform/statement.ts';
import type { AsideKind, PaymentKind } from './states.ts';

export interface SheetRow {
  readonly id: string;
  readonly row: number;
  readonly day: string;
  readonly amount: number;
  readonly digits: string | null;
  readonly name: string | null;
  readonly memo: string | null;
  readonly aside: AsideKind | null;
  readonly asideReason: string | null;
  readonly paymentId: string | null;
  readonly kind: PaymentKind | null;
  readonly for: string | null;
}

const account = sql`${sql.placeholder('account')}::bigint`;

const lines = statement<SheetRow>(
  'sheet_lines',
  sql`
    select l.id, l.row, l.day::text as day, l.amount, l.digits, l.name, l.memo, l.aside,
      l.aside_reason as "asideReason", p.id as "paymentId", p.kind,
      (select string_agg(coalesce(a.chinese_name, '') || '（' || c.code || '）', '、' order by r.id)
        from payment_registrations x join registrations r on r.id = x.registration_id
        join classes c on c.id = r.class_id join accounts a on a.id = r.account_id
        where x.payment_id = p.id) as "for"
    from statement_lines l
    left join lateral (
      select p.id, p.kind from payment_lines u join payments p on p.id = u.payment_id
      where u.line_id = l.id and not u.ended limit 1) p on true
    where l.bank_account_id = ${account}
      and l.day between ${sql.placeholder('from')}::date and ${sql.placeholder('until')}::date
    order by l.day, l.statement_id, l.row`,
);

const lastDay = statement<{ day: string | null }>(
  'sheet_last_day',
  sql`select max(day)::text as day from statement_lines where bank_account_id = ${account}`,
);

export type SheetState = 'matched' | 'open' | 'aside' | 'withdrawn';

export const stateOf = ({
  amount,
  aside,
  paymentId,
}: Pick<SheetRow, 'amount' | 'aside' | 'paymentId'>): SheetState => {
  if (aside !== null) return amount < 0 ? 'withdrawn' : 'aside';
  return paymentId === null ? 'open' : 'matched';
};

type Summed = Pick<SheetRow, 'amount' | 'aside' | 'paymentId'>;

const sumOf = (rows: readonly Summed[]) => ({
  count: rows.length,
  sum: rows.reduce((sum, { amount }) => sum + amount, 0),
});

/** Each line counts in `all` and in one other sum. */
export const sumsOf = (rows: readonly Summed[]): Sums => {
  const by = Map.groupBy(rows, stateOf);
  return {
    all: sumOf(rows),
    matched: sumOf(by.get('matched') ?? []),
    open: sumOf(by.get('open') ?? []),
    aside: sumOf(by.get('aside') ?? []),
    withdrawn: sumOf(by.get('withdrawn') ?? []),
  };
};

interface Range {
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

/** Default: the last day with lines. */
const rangeOf = async (db: Executor, accountId: number, { from, until }: Range) => {
  const [last] = await lastDay(db, { account: accountId });
  const first = from ?? until ?? last?.day ?? null;
  if (first === null) return { from: null, until: null };
  const end = until ?? first;
  if (end > addDays(first, SHEET_DAYS - 1))
    throw new Refusal('sheet_too_long', { values: { n: SHEET_DAYS } });
  return { from: first, until: end };
};

export const findDaySheet = async (db: Executor, accountId: number, wanted: Range) => {
  const range = await rangeOf(db, accountId, wanted);
  const rows = await lines(db, { account: accountId, ...range });
  return { ...range, rows };
};
