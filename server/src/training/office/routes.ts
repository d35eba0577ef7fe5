import type { OfficeRoutes } from '../../staff/gate.ts';
import { attendanceRoutes } from './attendance-routes.ts';
import { paperRoutes } from './paper-routes.ts';
import { resultRoutes } from './result-routes.ts';
import { scoreFileRoutes } from './score-file-routes.ts';

export const trainingOfficeRoutes: OfficeRoutes = (...args) => {
  for (const register of [attendanceRoutes, resultRoutes, scoreFileRoutes, paperRoutes]) register(...args);
};
