import { today } from '@portal/contract/dates';
import type { ExportedSubject } from '@portal/contract/office/report-tables';
import type { PeopleRows } from '../../audit/record-people.ts';
import { registerCells, registerHeads } from '../../certificates/register/register-cells.ts';
import { registerList } from '../../certificates/register/register-list.ts';
import { paymentCells, paymentHeads } from '../../payment/payment-cells.ts';
import { paymentsList } from '../../payment/payments-list.ts';
import type { Executor } from '../../platform/database/database.ts';
import type { ListScope } from '../../platform/database/list.ts';
import { readFrom } from '../../platform/database/replica.ts';
import type { Cell, ColumnFormat } from '../../platform/files/export.ts';
import { registrationSheet } from '../office/present-registration.ts';
import { registrationsList } from '../registrations-list.ts';

/** Days, both included. */
interface Days {
  readonly from: string;
  readonly until: string;
}

interface ReportRows {
  readonly heads: readonly string[];
  readonly formats?: readonly (ColumnFormat | undefined)[];
  readonly count: (db: Executor, days: Days, scope: ListScope) => Promise<number>;
  readonly rows: (db: Executor, days: Days, scope: ListScope) => AsyncIterable<readonly Cell[]>;
  /** The people whom the rows name. */
  readonly people: (db: Executor, days: Days, scope: ListScope) => AsyncIterable<PeopleRows>;
}

async function* cellsOf<Row>(parts: AsyncIterable<readonly Row[]>, cells: (row: Row) => readonly Cell[]) {
  for await (const part of parts) for (const row of part) yield cells(row);
}

async function* peopleOf<Row>(
  parts: AsyncIterable<readonly Row[]>,
  of: PeopleRows['of'],
  id: (row: Row) => string,
) {
  for await (const part of parts) yield { of, ids: part.map(id).map(Number) };
}

/** The rows that the numbers of a report count, as their list shows them. */
export const reportRows = (subject: ExportedSubject, now: Date): ReportRows => {
  if (subject === 'registrations') {
    const query = (days: Days) => ({ ...days, sort: 'createdAt' }) as const;
    const { heads, formats, cells } = registrationSheet(false);
    return {
      heads,
      formats,
      count: (db, days, scope) => registrationsList.count(db, query(days), scope),
      rows: (db, days, scope) => cellsOf(registrationsList.parts(readFrom(db), query(days), scope), cells),
      people: (db, days, scope) =>
        peopleOf(
          registrationsList.parts(readFrom(db), query(days), scope),
          'account',
          ({ personId }) => personId,
        ),
    };
  }
  if (subject === 'payments') {
    const query = (days: Days) => ({ ...days, live: 'yes', sort: 'createdAt' }) as const;
    return {
      heads: paymentHeads,
      count: (db, days, scope) => paymentsList.count(db, query(days), scope),
      rows: (db, days, scope) => cellsOf(paymentsList.parts(readFrom(db), query(days), scope), paymentCells),
      people: (db, days, scope) =>
        peopleOf(paymentsList.parts(readFrom(db), query(days), scope), 'payment', ({ id }) => id),
    };
  }
  const query = (days: Days) => ({ ...days, sort: 'issuedOn' }) as const;
  return {
    heads: registerHeads,
    count: (db, days, scope) => registerList.count(db, query(days), scope),
    rows: (db, days, scope) =>
      cellsOf(registerList.parts(readFrom(db), query(days), scope), registerCells(today(now))),
    people: (db, days, scope) =>
      peopleOf(registerList.parts(readFrom(db), query(days), scope), 'certificate', ({ id }) => id),
  };
};
