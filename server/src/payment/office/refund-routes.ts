import * as contract from '@portal/contract/office/payment';
import { listExporter } from '../../audit/export-list.ts';
import { organizationIds } from '../../audit/organization-names.ts';
import { type Executor, inTransaction } from '../../platform/database/database.ts';
import { narrowScope } from '../../platform/database/list.ts';
import type { OfficeRoutes } from '../../staff/gate.ts';
import { scopeOfStaff } from '../../staff/policy.ts';
import { exportScope } from '../../staff/scope.ts';
import { type Cashier, findCashiers } from '../cashiers.ts';
import { changeRefund, payRefund, waiveRefund } from '../refund-steps.ts';
import { type RefundListRow, refundsList } from '../refunds-list.ts';
import { presentRefund, refundCells, refundHeads } from './present.ts';

const cashiersOf = async (
  db: Executor,
  rows: readonly RefundListRow[],
): Promise<ReadonlyMap<number, Cashier[]>> => {
  const ids = [...new Set(rows.map(({ organizationId }) => organizationId))];
  const cashiers = new Map<number, Cashier[]>();
  for (const id of ids) cashiers.set(id, await findCashiers(db, id));
  return cashiers;
};

export const refundOfficeRoutes: OfficeRoutes = (serve, { db }) => {
  const exportList = listExporter(db);

  serve(contract.refundList, async ({ query, actor, read }) => {
    const scope = narrowScope(scopeOfStaff(actor, 'payment.read'), query.organization);
    const within = await organizationIds(db, scope);
    const page = await read((from) => refundsList.page(from, query, within));
    const cashiers = await cashiersOf(db, page.rows);
    const rows = page.rows.map((row) => presentRefund(row, actor, cashiers.get(row.organizationId) ?? []));
    return { ...page, rows };
  });

  serve(contract.exportRefunds, async ({ body: { format, ...query }, actor, now, read }) => {
    const scope = exportScope(actor, 'payment.read', query.organization);
    const within = await organizationIds(db, scope);
    const file = {
      list: refundsList,
      name: '退費',
      heads: refundHeads,
      cells: refundCells,
      people: { of: 'registration', id: ({ registrationId }: RefundListRow) => registrationId } as const,
    };
    return exportList({ ...file, format, filter: query, query, scope, within }, { actor, now, read });
  });

  serve(contract.changeRefund, async ({ params: { id }, body, actor, now }) => {
    await inTransaction(db, (tx) => changeRefund(tx, { refundId: id, ...body }, { actor, now }));
    return {};
  });

  serve(contract.payRefund, async ({ params: { id }, body, actor, now }) => {
    await inTransaction(db, (tx) => payRefund(tx, { refundId: id, ...body }, { actor, now }));
    return {};
  });

  serve(contract.waiveRefund, async ({ params: { id }, body, actor, now }) => {
    await inTransaction(db, (tx) => waiveRefund(tx, { refundId: id, ...body }, { actor, now }));
    return {};
  });
};
