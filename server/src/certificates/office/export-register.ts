import { Readable } from 'node:stream';
import { today } from '@portal/contract/dates';
import type { BodyOf } from '@portal/contract/endpoint';
import { type exportCertificates, MAX_PAPER_ROWS } from '@portal/contract/office/certificate-register';
import { eq, sql } from 'drizzle-orm';
import { filterOf, listExporter } from '../../audit/export-list.ts';
import { recordExport } from '../../audit/record-export.ts';
import { recordPeople } from '../../audit/record-people.ts';
import { certificateKinds, organizations } from '../../catalogue/tables.ts';
import { siteSettings } from '../../content/tables.ts';
import { renderPaper } from '../../papers/render-paper.ts';
import type { Database } from '../../platform/database/database.ts';
import type { ListScope } from '../../platform/database/list.ts';
import type { ReadAside } from '../../platform/database/replica.ts';
import { Refusal } from '../../platform/errors.ts';
import { exportLimit } from '../../platform/files/export.ts';
import { Download } from '../../platform/http/download.ts';
import type { Staff } from '../../staff/actors.ts';
import { exportScope } from '../../staff/scope.ts';
import { presentRegisterRow, registerCells, registerHeads } from '../register/register-cells.ts';
import { type RegisterListRow, registerList } from '../register/register-list.ts';
import { type NamedFilter, orderRegisterPaper } from '../register/register-paper.ts';

type ExportRequest = BodyOf<typeof exportCertificates>;
type Filter = Omit<ExportRequest, 'format'>;

const NAME = '證照清冊';

/** The filter as the list takes it. */
const listQuery = ({ state, ...query }: Filter, day: string) => ({
  ...query,
  ...(state && { [state]: day }),
});

/** An unknown id has no rows. */
const nameFilter = async (db: Database, filter: Filter, scope: ListScope): Promise<NamedFilter> => {
  const [only] = scope !== 'everywhere' && scope.length === 1 ? scope : [];
  const [kind] = await db
    .select({ name: certificateKinds.name })
    .from(certificateKinds)
    .where(eq(certificateKinds.id, filter.kind ?? 0));
  const [organization] = await db
    .select({ name: organizations.name })
    .from(organizations)
    .where(eq(organizations.id, only ?? 0));
  return { ...filter, kind: kind?.name ?? null, organization: organization?.name ?? null };
};

/** The name of the association; empty until it is set. */
const findAssociation = async (db: Database): Promise<string> => {
  const [footer] = await db
    .select({ name: sql<string | null>`${siteSettings.value} ->> 'name'` })
    .from(siteSettings)
    .where(eq(siteSettings.key, 'footer'));
  return footer?.name ?? '';
};

interface By {
  readonly actor: Staff;
  readonly now: Date;
  readonly read: ReadAside;
}

interface AskedPaper {
  readonly filter: Filter;
  readonly scope: ListScope;
}

const findRows = async (read: ReadAside, { filter, scope }: AskedPaper, day: string) => {
  const query = listQuery(filter, day);
  const count = await read((from) => registerList.count(from, query, scope));
  const tooLong = (found: number) =>
    new Refusal('register_too_long', { values: { most: MAX_PAPER_ROWS, count: found } });
  if (count > MAX_PAPER_ROWS) throw tooLong(count);
  const rows = [];
  for await (const part of registerList.parts(read, query, scope)) {
    rows.push(...part.map((row) => presentRegisterRow(row, day)));
    // Others were issued meanwhile.
    if (rows.length > MAX_PAPER_ROWS) throw tooLong(rows.length);
  }
  return rows;
};

const people = { of: 'certificate', id: ({ id }: RegisterListRow) => id } as const;

/** Exports the register as it is filtered, as a table or as a paper, and leaves an event. */
export const registerExporter = (db: Database) => {
  const exportList = listExporter(db);
  const limit = exportLimit();

  const exportPaper = (asked: AskedPaper, { read, ...by }: By): Promise<Download> =>
    limit(async () => {
      const { filter, scope } = asked;
      const day = today(by.now);
      const rows = await findRows(read, asked, day);
      const named = await nameFilter(db, filter, scope);
      const association = await findAssociation(db);
      const pdf = await renderPaper(orderRegisterPaper({ association, filter: named, rows, day }));
      const exported = {
        ...{ list: NAME, filter: filterOf(filter), format: 'pdf', rows: rows.length },
        ...{ identity: false, scope },
      };
      const eventId = await recordExport(db, exported, by);
      await recordPeople(db, eventId, { of: 'certificate', ids: rows.map(({ id }) => id) });
      return new Download(Readable.from([Buffer.from(pdf)]), {
        type: 'application/pdf',
        name: `${NAME}.pdf`,
      });
    });

  return ({ format, ...filter }: ExportRequest, by: By): Promise<Download> => {
    const scope = exportScope(by.actor, 'certificate.read', filter.organization);
    if (format === 'pdf') return exportPaper({ filter, scope }, by);
    const day = today(by.now);
    const file = { list: registerList, name: NAME, heads: registerHeads, cells: registerCells(day), people };
    return exportList({ ...file, format, filter, query: listQuery(filter, day), scope, within: scope }, by);
  };
};
