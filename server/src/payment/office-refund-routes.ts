import * as contract from '@portal/contract/office/refunds';
import { filterOf } from '../audit/filter-of.ts';
import { organizationIds } from '../audit/organization-names.ts';
import { recordExport } from '../audit/record-export.ts';
import { type Executor, inTransaction } from '../platform/database.ts';
import { exportLimit, writeExport } from '../platform/export.ts';
import { narrowScope, scopeWithin } from '../platform/list.ts';
import type { OfficeRoutes } from '../staff/gate.ts';
import { scopeOfStaff } from '../staff/policy.ts';
import { presentRefund, refundCells, refundHeads } from './office-present.ts';
import { changeRefund, countCashiers, payRefund, waiveRefund } from './refund-steps.ts';
import { type RefundListRow, refundsList } from './refunds-list.ts';

const NAME = '退費';

const cashiersOf = async (
  db: Executor,
  rows: readonly RefundListRow[],
): Promise<ReadonlyMap<number, number>> => {
  const ids = [...new Set(rows.map(({ organizationId }) => organizationId))];
  const counts = new Map<number, number>();
  for (const id of ids) counts.set(id, await countCashiers(db, id));
  return counts;
};

export const refundOfficeRoutes: OfficeRoutes = (serve, { db }) => {
  const limit = exportLimit();

  serve(contract.refundList, async ({ query, actor }) => {
    const scope = narrowScope(scopeOfStaff(actor, 'payment.read'), query.organization);
    const page = await refundsList.page(db, query, await organizationIds(db, scope));
    const cashiers = await cashiersOf(db, page.rows);
    const rows = page.rows.map((row) => presentRefund(row, actor, cashiers.get(row.organizationId) ?? 0));
    return { ...page, rows };
  });

  serve(contract.exportRefunds, async ({ body: { format, ...query }, actor, now }) => {
    const readable = scopeWithin(scopeOfStaff(actor, 'payment.read'), scopeOfStaff(actor, 'export.list'));
    const scope = narrowScope(readable, query.organization);
    const within = await organizationIds(db, scope);
    const cells = async function* () {
      for await (const part of refundsList.parts(db, query, within))
        for (const row of part) yield refundCells(row);
    };
    return writeExport(limit, format, async () => {
      const rows = await refundsList.count(db, query, within);
      const exported = { list: NAME, filter: filterOf(query), format, rows, identity: false, scope };
      await recordExport(db, exported, { actor, now });
      return { name: NAME, heads: refundHeads, rows: cells() };
    });
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
