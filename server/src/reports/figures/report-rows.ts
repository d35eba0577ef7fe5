import { today } from '@portal/contract/dates';
import type { ExportedSubject } from '@portal/contract/office/report-tables';
import { registerCells, registerHeads } from '../../certificates/register/register-cells.ts';
import { registerList } from '../../certificates/register/register-list.ts';
import { paymentCells, paymentHeads } from '../../payment/payment-cells.ts';
import { paymentsList } from '../../payment/payments-list.ts';
import type { Executor } from '../../platform/database/database.ts';
import type { ListScope } from '../../platform/database/list.ts';
import type { Cell } from '../../platform/files/export.ts';
import { registrationCells, registrationHeads } from '../office/present-registration.ts';
import { registrationsList } from '../registrations-list.ts';

/** Days, both included. */
interface Days {
  readonly from: string;
  readonly until: string;
}

interface ReportRows {
  readonly heads: readonly string[];
  readonly count: (db: Executor, days: Days, scope: ListScope) => Promise<number>;
  readonly rows: (db: Executor, days: Days, scope: ListScope) => AsyncIterable<readonly Cell[]>;
}

async function* cellsOf<Row>(parts: AsyncIterable<readonly Row[]>, cells: (row: Row) => readonly Cell[]) {
  for await (const part of parts) for (const row of part) yield cells(row);
}

/** The rows that the numbers of a report count, as their list shows them. */
export const reportRows = (subject: ExportedSubject, now: Date): ReportRows => {
  if (subject === 'registrations') {
    const query = (days: Days) => ({ ...days, sort: 'createdAt' }) as const;
    const cells = (row: Parameters<typeof registrationCells>[0]) => registrationCells(row, false);
    return {
      heads: registrationHeads,
      count: (db, days, scope) => registrationsList.count(db, query(days), scope),
      rows: (db, days, scope) => cellsOf(registrationsList.parts(db, query(days), scope), cells),
    };
  }
  if (subject === 'payments') {
    const query = (days: Days) => ({ ...days, live: 'yes', sort: 'createdAt' }) as const;
    return {
      heads: paymentHeads,
      count: (db, days, scope) => paymentsList.count(db, query(days), scope),
      rows: (db, days, scope) => cellsOf(paymentsList.parts(db, query(days), scope), paymentCells),
    };
  }
  const query = (days: Days) => ({ ...days, sort: 'issuedOn' }) as const;
  return {
    heads: registerHeads,
    count: (db, days, scope) => registerList.count(db, query(days), scope),
    rows: (db, days, scope) => cellsOf(registerList.parts(db, query(days), scope), registerCells(today(now))),
  };
};
