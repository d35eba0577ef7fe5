import type { OfficeRoutes } from '../staff/gate.ts';
import { attendanceRoutes } from './office-attendance-routes.ts';
import { paperRoutes } from './office-paper-routes.ts';
import { resultRoutes } from './office-result-routes.ts';
import { scoreFileRoutes } from './office-score-file-routes.ts';

export const trainingOfficeRoutes: OfficeRoutes = (...args) => {
  for (const register of [attendanceRoutes, resultRoutes, scoreFileRoutes, paperRoutes]) register(...args);
};
