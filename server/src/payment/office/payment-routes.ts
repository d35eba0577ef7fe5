import * as contract from '@portal/contract/office/payment';
import { listExporter } from '../../audit/export-list.ts';
import { organizationIds } from '../../audit/organization-names.ts';
import { bulkResults } from '../../enrolment/bulk-results.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { narrowScope } from '../../platform/database/list.ts';
import { onceOnly } from '../../platform/http/idempotency.ts';
import type { OfficeRoutes } from '../../staff/gate.ts';
import { scopeOfStaff } from '../../staff/policy.ts';
import { exportScope } from '../../staff/scope.ts';
import { paymentCells, paymentHeads } from '../payment-cells.ts';
import { type PaymentListRow, paymentsList } from '../payments-list.ts';
import { recordPartialPayment } from '../record-partial-payment.ts';
import { rejectReport } from '../reject-report.ts';
import { settlePayment } from '../settle-payment.ts';
import { takeSurplus } from '../take-surplus.ts';
import { undoPayment } from '../undo-payment.ts';
import { withdrawPayment } from '../withdraw-payment.ts';
import { presentPayable, presentPayment } from './present.ts';
import { findPayables } from './queries.ts';

/** The list has a filter of its own for either answer. */
const asListed = <Q extends { readonly undone?: 'yes' | 'no' | undefined }>({ undone, ...query }: Q) => ({
  ...query,
  ...(undone && { [undone === 'yes' ? 'undone' : 'live']: 1 }),
});

export const paymentOfficeRoutes: OfficeRoutes = (serve, { db }) => {
  const exportList = listExporter(db);

  serve(contract.confirmPayment, ({ body, actor, idempotency, now }) =>
    onceOnly(db, idempotency, now, (tx) => settlePayment(tx, { ...body, isUndoable: true }, { actor, now })),
  );

  serve(contract.recordPartialPayment, ({ body, actor, idempotency, now }) =>
    onceOnly(db, idempotency, now, async (tx) => ({
      id: await recordPartialPayment(tx, { ...body, isUndoable: true }, { actor, now }),
    })),
  );

  serve(contract.takeSurplus, ({ body, actor, idempotency, now }) =>
    onceOnly(db, idempotency, now, async (tx) => ({ id: await takeSurplus(tx, body, { actor, now }) })),
  );

  serve(contract.rejectReport, async ({ params: { id }, body: { reason }, actor, now }) => ({
    rejected: await inTransaction(db, (tx) => rejectReport(tx, { reportId: id, reason }, { actor, now })),
  }));

  serve(contract.undoPayment, async ({ params: { id }, body: { reason }, actor, now }) => {
    await inTransaction(db, (tx) => undoPayment(tx, { paymentId: id, reason }, { actor, now }));
    return {};
  });

  serve(contract.withdrawPayments, async ({ body: { paymentIds }, actor, now }) => {
    const asked = paymentIds.map((id) => ({ id }));
    const withdraw = ({ id }: { id: number }) =>
      inTransaction(db, (tx) => withdrawPayment(tx, { paymentId: id }, { actor, now }));
    return { results: await bulkResults(asked, withdraw) };
  });

  serve(contract.findPayables, async ({ body, actor }) =>
    (await findPayables(db, body, actor)).map(presentPayable),
  );

  serve(contract.paymentList, async ({ query, actor, read }) => {
    const scope = narrowScope(scopeOfStaff(actor, 'payment.read'), query.organization);
    const within = await organizationIds(db, scope);
    const page = await read((from) => paymentsList.page(from, asListed(query), within));
    return { ...page, rows: page.rows.map((row) => presentPayment(row, actor)) };
  });

  serve(contract.exportPayments, async ({ body: { format, ...filter }, actor, now, read }) => {
    const scope = exportScope(actor, 'payment.read', filter.organization);
    const within = await organizationIds(db, scope);
    const file = {
      list: paymentsList,
      name: '收款紀錄',
      heads: paymentHeads,
      cells: paymentCells,
      people: { of: 'payment', id: ({ id }: PaymentListRow) => id } as const,
    };
    return exportList(
      { ...file, format, filter, query: asListed(filter), scope, within },
      { actor, now, read },
    );
  });
};
