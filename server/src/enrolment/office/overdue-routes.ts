import { today } from '@portal/contract/dates';
import * as contract from '@portal/contract/office/enrolment';
import { listExporter } from '../../audit/export-list.ts';
import { organizationIds } from '../../audit/organization-names.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { narrowScope } from '../../platform/database/list.ts';
import type { OfficeRoutes } from '../../staff/gate.ts';
import { scopeOfStaff } from '../../staff/policy.ts';
import { exportScope } from '../../staff/scope.ts';
import { bulkResults } from '../bulk-results.ts';
import { cancelOverdue } from '../overdue/cancel-overdue.ts';
import { type OverdueListRow, overdueRegistrations } from '../overdue/overdue-list.ts';
import { remindOverdue } from '../overdue/remind-overdue.ts';
import { overdueCells, overdueHeads, presentOverdue } from './overdue-present.ts';

export const overdueRoutes: OfficeRoutes = (serve, { db }) => {
  const exportList = listExporter(db);

  serve(contract.overdueList, async ({ query, actor, now, read }) => {
    const scope = narrowScope(scopeOfStaff(actor, 'person.read'), query.organization);
    const within = await organizationIds(db, scope);
    const page = await read((from) =>
      overdueRegistrations.page(from, { ...query, dueBefore: today(now) }, within),
    );
    return { ...page, rows: page.rows.map(presentOverdue) };
  });

  serve(contract.exportOverdue, async ({ body: { format, ...filter }, actor, now, read }) => {
    const scope = exportScope(actor, 'person.read', filter.organization);
    const within = await organizationIds(db, scope);
    const query = { ...filter, dueBefore: today(now) };
    const file = {
      list: overdueRegistrations,
      name: '逾期未繳',
      heads: overdueHeads,
      cells: overdueCells,
      people: { of: 'account', id: ({ personId }: OverdueListRow) => personId } as const,
    };
    return exportList({ ...file, format, filter, query, scope, within }, { actor, now, read });
  });

  serve(contract.remindOverdue, async ({ body: { ids }, actor, now }) => ({
    results: await bulkResults(
      ids.map((id) => ({ id })),
      ({ id }) => inTransaction(db, (tx) => remindOverdue(tx, { registrationId: id }, { actor, now })),
    ),
  }));

  serve(contract.cancelOverdue, async ({ body: { registrations }, actor, now }) => ({
    results: await bulkResults(registrations, ({ id, version }) =>
      inTransaction(db, (tx) => cancelOverdue(tx, { registrationId: id, version }, { actor, now })),
    ),
  }));
};
