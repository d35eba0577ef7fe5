import type { OfficeRoutes } from '../staff/gate.ts';
import { paymentOfficeRoutes } from './office-payment-routes.ts';
import { refundOfficeRoutes } from './office-refund-routes.ts';
import { statementOfficeRoutes } from './office-statement-routes.ts';

/** 繳費對帳 and 退費. */
export const paymentDeskRoutes: OfficeRoutes = (...given) => {
  for (const register of [statementOfficeRoutes, paymentOfficeRoutes, refundOfficeRoutes]) register(...given);
};
