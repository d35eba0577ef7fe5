import { today } from '@portal/contract/dates';
import * as contract from '@portal/contract/office/classes';
import { listExporter } from '../audit/export-list.ts';
import { organizationIds } from '../audit/organization-names.ts';
import { showClass } from '../catalogue/show-class.ts';
import { findClassFor } from '../catalogue/staff-queries.ts';
import { type Database, inTransaction, type Tx } from '../platform/database.ts';
import { Refusal, refusalText } from '../platform/errors.ts';
import { narrowScope } from '../platform/list.ts';
import type { Staff } from '../staff/actors.ts';
import type { OfficeRoutes } from '../staff/gate.ts';
import { scopeOfStaff } from '../staff/policy.ts';
import { exportScope } from '../staff/scope.ts';
import { callOffClass, callOffEffect } from './call-off-class.ts';
import { editClass } from './edit-class.ts';
import { overdueRegistrations } from './overdue-list.ts';
import { postponeClass } from './postpone-class.ts';
import { overdueCells, overdueHeads, presentOverdue } from './present-overdue.ts';
import { cancelOverdue, remindOverdue } from './remind-overdue.ts';

const classRoutes: OfficeRoutes = (serve, { db }) => {
  const change = async (
    { params: { id }, actor, now }: { params: { id: number }; actor: Staff; now: Date },
    work: (tx: Tx) => Promise<void>,
  ) => {
    await inTransaction(db, work);
    return showClass(db, id, { actor, now });
  };

  serve(contract.editClass, (call) =>
    change(call, (tx) => editClass(tx, { ...call.body, ...call.params }, call)),
  );

  serve(contract.postponeClass, (call) =>
    change(call, (tx) => postponeClass(tx, { ...call.body, ...call.params }, call)),
  );

  serve(contract.callOffEffect, async ({ params: { id }, actor }) => {
    await findClassFor(db, id, actor, 'class.publish');
    return callOffEffect(db, id);
  });

  serve(contract.callOffClass, (call) =>
    change(call, (tx) => callOffClass(tx, { ...call.body, ...call.params }, call)),
  );
};

const forEach = async (
  db: Database,
  ids: readonly number[],
  work: (tx: Tx, registrationId: number) => Promise<void>,
) => {
  const results: { id: number; done: boolean; why: string | null }[] = [];
  for (const id of new Set(ids)) {
    try {
      await inTransaction(db, (tx) => work(tx, id));
      results.push({ id, done: true, why: null });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      results.push({ id, done: false, why: refusalText(error) });
    }
  }
  return { results };
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

  serve(contract.remindOverdue, ({ body: { ids }, actor, now }) =>
    forEach(db, ids, (tx, registrationId) => remindOverdue(tx, { registrationId }, { actor, now })),
  );

  serve(contract.cancelOverdue, ({ body: { ids }, actor, now }) =>
    forEach(db, ids, (tx, registrationId) => cancelOverdue(tx, { registrationId }, { actor, now })),
  );
};

export const officeClassRoutes: OfficeRoutes = (...given) => {
  for (const register of [classRoutes, overdueRoutes]) register(...given);
};
