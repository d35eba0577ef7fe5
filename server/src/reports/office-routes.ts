import * as contract from '@portal/contract/office/events';
import { organizationNames } from '../audit/organization-names.ts';
import { narrowScope } from '../platform/list.ts';
import type { OfficeRoutes } from '../staff/gate.ts';
import { scopeOfStaff } from '../staff/policy.ts';
import { eventsList } from './events-list.ts';
import { presentEvent } from './present.ts';

/** 稽核紀錄. */
export const reportsOfficeRoutes: OfficeRoutes = (serve, { db }) => {
  serve(contract.events, async ({ query, actor }) => {
    const scope = narrowScope(scopeOfStaff(actor, 'audit.read'), query.organization);
    const [page, names] = await Promise.all([eventsList.page(db, query, scope), organizationNames(db)]);
    return { ...page, rows: page.rows.map((row) => presentEvent(row, names)) };
  });
};
