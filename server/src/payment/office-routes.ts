import type { OfficeRoutes } from '../staff/gate.ts';
import { paymentOfficeRoutes } from './office-payment-routes.ts';
import { refundOfficeRoutes } from './office-refund-routes.ts';
import { statementOfficeRoutes } from './office-statement-routes.ts';

export const paymentDeskRoutes: OfficeRoutes = (...args) => {
  for (const register of [statementOfficeRoutes, paymentOfficeRoutes, refundOfficeRoutes]) register(...args);
};
