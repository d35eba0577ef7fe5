import type { StartedJob } from '@portal/contract/office/jobs';
import { reports } from '@portal/contract/office/report-tables';
import type { Context } from '../../audit/actor.ts';
import { enqueueJob } from '../../jobs/enqueue-job.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { exportScope } from '../../staff/scope.ts';
import { type ReportInput, reportJob } from './report-job.ts';
import { reportScope } from './report-scope.ts';

/** The branch of the job: the only one of its scope, or the whole association. */
const branchOf = (actor: Staff, { subject, organization }: ReportInput): number | null => {
  const scope = exportScope(actor, reports[subject].right, organization);
  if (scope === 'everywhere') return null;
  const [only] = scope;
  if (only === undefined) throw new Refusal('forbidden');
  return only;
};

export const startReport = (
  tx: Tx,
  input: ReportInput,
  { actor, now }: Context<Staff>,
): Promise<StartedJob> => {
  reportScope(actor, input);
  const { name } = reports[input.subject];
  return enqueueJob(
    tx,
    {
      kind: reportJob,
      title: `匯出報表：${name} ${input.from} 至 ${input.until}`,
      input,
      organizationId: branchOf(actor, input),
      items: [{ key: 'rows', label: name }],
    },
    { actor, now },
  );
};
