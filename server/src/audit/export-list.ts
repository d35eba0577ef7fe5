import type { ExportFormat } from '@portal/contract/office/list';
import type { Database, Executor } from '../platform/database/database.ts';
import type { ListScope } from '../platform/database/list.ts';
import type { ReadAside } from '../platform/database/replica.ts';
import { type Cell, type ColumnFormat, exportLimit, writeExport } from '../platform/files/export.ts';
import type { Download } from '../platform/http/download.ts';
import type { Staff } from '../staff/actors.ts';
import { recordExport } from './record-export.ts';
import { type PeopleSource, recordPeople } from './record-people.ts';

/** Removes the cursors from a query, because they belong to the page and not to the list. */
export const filterOf = ({
  after: _,
  before: __,
  ...filter
}: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => filter;

interface Listed<Query, Row> {
  readonly count: (db: Executor, query: Query, scope: ListScope) => Promise<number>;
  readonly parts: (from: ReadAside, query: Query, scope: ListScope) => AsyncIterable<readonly Row[]>;
}

interface PeopleIn<Row> {
  readonly of: PeopleSource;
  readonly id: (row: Row) => number | string | null;
}

interface ListFile<Query, Row> {
  readonly list: Listed<Query, Row>;
  readonly name: string;
  readonly heads: readonly string[];
  readonly formats?: readonly (ColumnFormat | undefined)[];
  readonly cells: (row: Row) => readonly Cell[];
  /** The heads are a choice of the person, which the event names. */
  readonly isChosen?: boolean;
  /** The people whom the rows name; null if they name nobody. */
  readonly people: PeopleIn<Row> | null;
  readonly format: ExportFormat;
  /** The filter as the call asked for it; the event names it. */
  readonly filter: Readonly<Record<string, unknown>>;
  /** The filter as the list takes it. */
  readonly query: Query;
  readonly scope: ListScope;
  /** The scope as the list takes it. */
  readonly within: ListScope;
  readonly identity?: boolean;
}

const idsIn = <Row>(rows: readonly Row[], id: PeopleIn<Row>['id']): number[] =>
  rows.flatMap((row) => id(row) ?? []).map(Number);

interface Source {
  readonly db: Database;
  readonly read: ReadAside;
}

/** Stores whom a part names before its first row is sent. */
async function* cellsOf<Query, Row>(
  { db, read }: Source,
  { list, query, within, cells, people }: ListFile<Query, Row>,
  eventId: number,
) {
  for await (const part of list.parts(read, query, within)) {
    if (people) await recordPeople(db, eventId, { of: people.of, ids: idsIn(part, people.id) });
    for (const row of part) yield cells(row);
  }
}

/** Exports a list as it is filtered and leaves an event. */
export const listExporter = (db: Database) => {
  const limit = exportLimit();
  return <Query, Row>(
    file: ListFile<Query, Row>,
    { read, ...by }: { readonly actor: Staff; readonly now: Date; readonly read: ReadAside },
  ): Promise<Download> =>
    writeExport(limit, file.format, async () => {
      const { list, name, heads, formats, format, scope, identity = false, isChosen = false } = file;
      const rows = await read((from) => list.count(from, file.query, file.within));
      const exported = {
        ...{ list: name, filter: filterOf(file.filter), format, rows, identity, scope },
        ...(isChosen && { columns: heads.join('、') }),
      };
      const eventId = await recordExport(db, exported, by);
      return { name, heads, ...(formats && { formats }), rows: cellsOf({ db, read }, file, eventId) };
    });
};
