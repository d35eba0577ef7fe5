import type { OfficeRoutes } from '../../staff/gate.ts';
import { paymentOfficeRoutes as paymentRoutes } from './payment-routes.ts';
import { refundOfficeRoutes } from './refund-routes.ts';

export const paymentOfficeRoutes: OfficeRoutes = (...args) => {
  for (const register of [paymentRoutes, refundOfficeRoutes]) register(...args);
};
