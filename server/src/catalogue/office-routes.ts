import * as contract from '@portal/contract/office/classes';
import type { Database } from '../platform/database.ts';
import { narrowScope } from '../platform/list.ts';
import type { Staff } from '../staff/actors.ts';
import type { OfficeRoutes } from '../staff/gate.ts';
import { classScopeOf } from '../staff/scope.ts';
import { classesList } from './classes-list.ts';
import { presentClassRow, presentOfficeClass } from './office-present.ts';
import { allOrganizations } from './queries.ts';
import { countByState, findClassFor, findSessions } from './staff-queries.ts';

const showClass = async (db: Database, id: number, actor: Staff) => {
  const found = await findClassFor(db, id, actor, 'class.read');
  const [sessions, counts] = await Promise.all([findSessions(db, id), countByState(db, id)]);
  return presentOfficeClass(found, { sessions, counts });
};

/** 開課. */
export const catalogueOfficeRoutes: OfficeRoutes = (serve, { db }) => {
  serve(contract.classList, async ({ query, actor }) => {
    const scope = narrowScope(classScopeOf(actor, 'class.read'), query.organization);
    // By name, since the index holds each organisation's classes in their order.
    const named = scope === 'everywhere' ? (await allOrganizations(db)).map(({ id }) => id) : scope;
    const page = await classesList.page(db, query, named);
    return { ...page, rows: page.rows.map(presentClassRow) };
  });

  serve(contract.officeClass, ({ params: { id }, actor }) => showClass(db, id, actor));
};
