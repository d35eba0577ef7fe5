import * as contract from '@portal/contract/office/payments';
import { organizationIds } from '../audit/organization-names.ts';
import { inTransaction } from '../platform/database.ts';
import { onceOnly } from '../platform/idempotency.ts';
import { narrowScope } from '../platform/list.ts';
import type { OfficeRoutes } from '../staff/gate.ts';
import { scopeOfStaff } from '../staff/policy.ts';
import { confirmCertain } from './confirm-certain.ts';
import { keepPartial } from './keep-partial.ts';
import { presentPayable, presentPayment } from './office-present.ts';
import { findPayables } from './office-queries.ts';
import { paymentsList } from './payments-list.ts';
import { rejectReport } from './reject-report.ts';
import { settlePayment } from './settle-payment.ts';
import { findAccount } from './statement-queries.ts';
import { takeSurplus } from './take-surplus.ts';
import { undoPayment } from './undo-payment.ts';

export const paymentOfficeRoutes: OfficeRoutes = (serve, { db }) => {
  serve(contract.confirmCertain, async ({ params: { id }, body: { pairs }, actor, now }) => {
    const account = await findAccount(db, id, actor, 'payment.confirm');
    return { results: await confirmCertain(db, { account, pairs }, { actor, now }) };
  });

  serve(contract.confirmPayment, ({ body, actor, idempotency, now }) =>
    onceOnly(db, idempotency, now, (tx) => settlePayment(tx, body, { actor, now })),
  );

  serve(contract.keepPartial, ({ body, actor, idempotency, now }) =>
    onceOnly(db, idempotency, now, async (tx) => ({ id: await keepPartial(tx, body, { actor, now }) })),
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

  serve(contract.findPayables, async ({ body, actor }) =>
    (await findPayables(db, body, actor)).map(presentPayable),
  );

  serve(contract.paymentList, async ({ query: { undone, ...query }, actor }) => {
    const scope = narrowScope(scopeOfStaff(actor, 'payment.read'), query.organization);
    const state = undone === undefined ? {} : { [undone === 'yes' ? 'undone' : 'live']: 1 };
    const page = await paymentsList.page(db, { ...query, ...state }, await organizationIds(db, scope));
    return { ...page, rows: page.rows.map((row) => presentPayment(row, actor)) };
  });
};
