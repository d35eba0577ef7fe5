import { today } from '@portal/contract/dates';
import * as contract from '@portal/contract/office/classes';
import type { Circumstances } from '../audit/actor.ts';
import { listExporter } from '../audit/export-list.ts';
import { organizationIds } from '../audit/organization-names.ts';
import { showClass } from '../catalogue/show-class.ts';
import { requireClassFor } from '../catalogue/staff-queries.ts';
import { inTransaction, type Tx } from '../platform/database.ts';
import { narrowScope } from '../platform/list.ts';
import type { Staff } from '../staff/actors.ts';
import type { OfficeRoutes } from '../staff/gate.ts';
import { scopeOfStaff } from '../staff/policy.ts';
import { exportScope } from '../staff/scope.ts';
import { bulkResults } from './bulk-results.ts';
import { callOffClass, previewCallOff } from './call-off-class.ts';
import { cancelOverdue } from './cancel-overdue.ts';
import { editClass } from './edit-class.ts';
import { overdueCells, overdueHeads, presentOverdue } from './office-overdue-present.ts';
import { overdueRegistrations } from './overdue-list.ts';
import { postponeClass } from './postpone-class.ts';
import { remindOverdue } from './remind-overdue.ts';

interface ClassCall extends Circumstances<Staff> {
  readonly params: { readonly id: number };
}

const classRoutes: OfficeRoutes = (serve, { db }) => {
  const change = async (
    { params: { id }, actor, now }: ClassCall,
    work: (tx: Tx, circumstances: Circumstances<Staff>) => Promise<void>,
  ) => {
    await inTransaction(db, (tx) => work(tx, { actor, now }));
    return showClass(db, id, { actor, now });
  };

  serve(contract.editClass, (call) =>
    change(call, (tx, by) => editClass(tx, { ...call.body, ...call.params }, by)),
  );

  serve(contract.postponeClass, (call) =>
    change(call, (tx, by) => postponeClass(tx, { ...call.body, ...call.params }, by)),
  );

  serve(contract.callOffEffect, async ({ params: { id }, actor }) => {
    await requireClassFor(db, id, actor, 'class.publish');
    return previewCallOff(db, id);
  });

  serve(contract.callOffClass, (call) =>
    change(call, (tx, by) => callOffClass(tx, { ...call.body, ...call.params }, by)),
  );
};

const overdueRoutes: OfficeRoutes = (serve, { db }) => {
  const exportList = listExporter(db);

  serve(contract.overdueList, async ({ query, actor, now }) => {
    const scope = narrowScope(scopeOfStaff(actor, 'person.read'), query.organization);
    const within = await organizationIds(db, scope);
    const page = await overdueRegistrations.page(db, { ...query, dueBefore: today(now) }, within);
    return { ...page, rows: page.rows.map(presentOverdue) };
  });

  serve(contract.exportOverdue, async ({ body: { format, ...filter }, actor, now }) => {
    const scope = exportScope(actor, 'person.read', filter.organization);
    const within = await organizationIds(db, scope);
    const query = { ...filter, dueBefore: today(now) };
    const file = { list: overdueRegistrations, name: '逾期未繳', heads: overdueHeads, cells: overdueCells };
    return exportList({ ...file, format, filter, query, scope, within }, { actor, now });
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

export const classOfficeRoutes: OfficeRoutes = (...args) => {
  for (const register of [classRoutes, overdueRoutes]) register(...args);
};
