import * as contract from '@portal/contract/payment';
import type { TraineeRoutes } from '../accounts/gate.ts';
import { onceOnly } from '../platform/http/idempotency.ts';
import { presentPaymentInfo } from './present.ts';
import { findLatestReports, findPayable } from './queries.ts';
import { reportPayment } from './report-payment.ts';

export const paymentRoutes: TraineeRoutes = (serve, { db }) => {
  serve(
    contract.paymentCheck,
    async ({ params: { code }, query: { group: groupCode }, actor: { accountId }, now }) => {
      const payable = await findPayable(db, { code, accountId, groupCode });
      return presentPaymentInfo(payable, await findLatestReports(db, payable), now);
    },
  );

  serve(
    contract.reportPayment,
    ({ params: { code }, query: { group: groupCode }, body, actor, idempotency, now }) =>
      onceOnly(db, idempotency, now, async (tx) => {
        const remittance = {
          paidTime: body.paid_time,
          lastFive: body.last_five,
          paidMoney: body.paid_money,
          paidName: body.paid_name,
        };
        const { shortfall } = await reportPayment(tx, { ...remittance, code, groupCode }, { actor, now });
        return { code, shortfall };
      }),
  );
};
