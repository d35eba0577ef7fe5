import { readable } from '@portal/contract/dates';
import { stateNames } from '@portal/contract/office/code-names';
import { kindNames, methodNames } from '@portal/contract/office/payment';
import { sql } from 'drizzle-orm';
import { maskIdentity } from '../../accounts/people/mask.ts';
import type { State } from '../../enrolment/states.ts';
import { balanceOf } from '../../money/balance.ts';
import type { PaymentKind, PaymentMethod } from '../../money/states.ts';
import type { Executor } from '../../platform/database/database.ts';
import type { Cell, ColumnFormat } from '../../platform/files/export.ts';

/* Lists of a class that no list of the office shows. */

export interface SheetContent {
  readonly heads: readonly string[];
  readonly formats?: readonly (ColumnFormat | undefined)[];
  readonly rows: readonly (readonly Cell[])[];
}

interface PaymentRow extends Record<string, unknown> {
  readonly name: string | null;
  readonly identity: string;
  readonly state: State;
  readonly charged: number;
  readonly received: number;
  readonly refunded: number;
  readonly balance: number;
  readonly amount: number | null;
  readonly kind: PaymentKind | null;
  readonly method: PaymentMethod | null;
  readonly receivedOn: string | null;
}

/** A line for each payment of a registration; one without amount for a registration that nothing was paid for. */
export const findPaymentSheet = async (db: Executor, classId: number): Promise<SheetContent> => {
  const { rows } = await db.execute<PaymentRow & Record<string, unknown>>(sql`
    select a.chinese_name as name, a.account as identity, r.state, b.charged, b.received, b.refunded, b.balance,
      x.amount, p.kind, p.method, p.received_on::text as "receivedOn"
    from registrations r
    join accounts a on a.id = r.account_id
    cross join ${balanceOf(sql`r.id`)} b
    left join allocations x on x.registration_id = r.id and not x.ended
    left join payments p on p.id = x.payment_id
    where r.class_id = ${classId}
    order by r.id, p.id`);
  return {
    heads: [
      '姓名',
      '證號',
      '報名狀態',
      '應收',
      '已收',
      '退費',
      '尚欠',
      '本筆金額',
      '類別',
      '方式',
      '收款日期',
    ],
    rows: rows.map((row) => [
      row.name,
      maskIdentity(row.identity),
      stateNames[row.state],
      ...[row.charged, row.received, row.refunded, row.balance, row.amount],
      row.kind && kindNames[row.kind],
      row.method && methodNames[row.method],
      row.receivedOn && readable(row.receivedOn),
    ]),
  };
};

interface DocumentRow extends Record<string, unknown> {
  readonly person: string | null;
  readonly identity: string;
  readonly name: string;
  readonly kind: string;
  readonly size: number;
  readonly sha256: string;
  readonly addedAt: string;
}

export const findDocumentSheet = async (db: Executor, classId: number): Promise<SheetContent> => {
  const { rows } = await db.execute<DocumentRow>(sql`
    select a.chinese_name as person, a.account as identity, d.name, d.kind, d.size, d.sha256,
      to_json(d.added_at at time zone 'Asia/Taipei') #>> '{}' as "addedAt"
    from registrations r
    join registration_documents d on d.registration_id = r.id
    join accounts a on a.id = r.account_id
    where r.class_id = ${classId}
    order by r.id, d.id`);
  return {
    heads: ['姓名', '證號', '文件', '檔案種類', '大小（位元組）', '上傳時間', '檔案檢查碼（SHA-256）'],
    rows: rows.map((row) => [
      row.person,
      maskIdentity(row.identity),
      row.name,
      row.kind.toUpperCase(),
      row.size,
      row.addedAt.slice(0, 16).replace('T', ' '),
      row.sha256,
    ]),
  };
};
