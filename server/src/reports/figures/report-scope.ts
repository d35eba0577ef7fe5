import { type ReportSubject, reports } from '@portal/contract/office/report-tables';
import { organizationIds } from '../../audit/organization-names.ts';
import type { Executor } from '../../platform/database/database.ts';
import { type ListScope, narrowScope, scopeWithin } from '../../platform/database/list.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { classScopeOf } from '../../staff/policy.ts';

/** The organisations where the caller may read reports and the rows behind the numbers. Throws `forbidden`. */
export const reportScope = (
  actor: Staff,
  { subject, organization }: { subject: ReportSubject; organization?: number | undefined },
): ListScope => {
  const rows = classScopeOf(actor, reports[subject].right);
  if (rows.length === 0) throw new Refusal('forbidden');
  return narrowScope(scopeWithin(classScopeOf(actor, 'report.read'), rows), organization);
};

export const findReportOrganizations = (db: Executor, scope: ListScope): Promise<readonly number[]> =>
  organizationIds(db, scope);
