import * as contract from '@portal/contract/office/report-tables';
import { startJob } from '../../jobs/start-job.ts';
import { Refusal } from '../../platform/errors.ts';
import type { OfficeRoutes } from '../../staff/gate.ts';
import { findReport } from '../figures/find-report.ts';
import { findReportOrganizations, reportScope } from '../figures/report-scope.ts';
import { startReport } from '../figures/start-report.ts';

export const reportOfficeRoutes: OfficeRoutes = (serve, { db }) => {
  serve(contract.reportTable, async ({ query, actor, now, read }) => {
    if (!contract.reportOf(query.subject).by.includes(query.by)) throw new Refusal('report_dimension');
    const within = await findReportOrganizations(db, reportScope(actor, query));
    return read((from) => findReport(from, query, within, now));
  });

  serve(contract.exportReport, ({ body, idempotency, actor, now }) =>
    startJob(db, idempotency, now, (tx) => startReport(tx, body, { actor, now })),
  );
};
