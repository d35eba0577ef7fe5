import * as contract from '@portal/contract/office/people';
import { listExporter } from '../../audit/export-list.ts';
import { narrowScope } from '../../platform/database/list.ts';
import type { OfficeRoutes } from '../../staff/gate.ts';
import { refuseSpentIdentityBudget } from '../../staff/identity-budget.ts';
import { identityRefusal, scopeOfStaff } from '../../staff/policy.ts';
import { exportScope } from '../../staff/scope.ts';
import { findWithinReach } from '../list/find-people.ts';
import { type ListedPerson, peopleList } from '../list/people-list.ts';
import { searchElsewhere } from '../list/search-elsewhere.ts';
import { peopleSheet, presentPersonElsewhere, presentRow } from '../present.ts';
import { personActRoutes } from './act-routes.ts';
import { mergeRoutes } from './merge-routes.ts';
import { personPageRoutes } from './page-routes.ts';
import { twinRoutes } from './twin-routes.ts';

const listRoutes: OfficeRoutes = (serve, { db }) => {
  const exportList = listExporter(db);

  serve(contract.personList, async ({ query: { state, ...query }, actor, read }) => {
    const scope = narrowScope(scopeOfStaff(actor, 'person.read'), query.organization);
    const page = await read((from) =>
      peopleList.page(from, { ...query, ...(state && { [state]: 1 }) }, scope),
    );
    return { ...page, rows: page.rows.map(presentRow) };
  });

  serve(contract.exportPeople, async ({ body, actor, now, read }) => {
    const { format, identity, columns, ...filter } = body;
    const { state, ...rest } = filter;
    const scope = exportScope(actor, 'person.read', filter.organization);
    const refusal = identity ? identityRefusal(actor, scope, now) : null;
    if (refusal) throw refusal;
    if (identity) await refuseSpentIdentityBudget(db, actor.staffId);
    const query = { ...rest, ...(state && { [state]: 1 }) };
    const chosen = { ...peopleSheet(identity, columns), isChosen: columns !== undefined };
    const file = { list: peopleList, name: '學員名單', ...chosen };
    const people = { of: 'account', id: ({ id }: ListedPerson) => id } as const;
    return exportList(
      { ...file, people, format, filter, query, scope, within: scope, identity },
      { actor, now, read },
    );
  });
};

const searchRoutes: OfficeRoutes = (serve, { db }) => {
  serve(contract.findPeople, async ({ body: { q, elsewhere, organization }, actor, address, now }) => {
    const people = await findWithinReach(db, actor, { q, organization });
    const isKnown = people.length > 0;
    const peopleElsewhere = elsewhere
      ? await searchElsewhere(db, { q, isKnown }, { actor, address, now })
      : [];
    return {
      people: people.slice(0, contract.PEOPLE_FOUND).map(presentRow),
      isMore: people.length > contract.PEOPLE_FOUND,
      peopleElsewhere: peopleElsewhere.map(presentPersonElsewhere),
    };
  });
};

export const peopleOfficeRoutes: OfficeRoutes = (...given) => {
  listRoutes(...given);
  searchRoutes(...given);
  personPageRoutes(...given);
  personActRoutes(...given);
  mergeRoutes(...given);
  twinRoutes(...given);
};
