import { today } from '@portal/contract/dates';
import * as contract from '@portal/contract/office/certificate-issuing';
import { countRegistrations } from '../../classes/queries.ts';
import { findUnfinishedJob } from '../../jobs/queries.ts';
import { startJob } from '../../jobs/start-job.ts';
import type { OfficeRoutes } from '../../staff/gate.ts';
import { findCandidates, requireIssuingClass } from '../desk/candidates.ts';
import { issueForClass } from '../desk/issue-for-class.ts';
import { issueJob } from '../desk/issue-job.ts';
import { printForClass } from '../desk/print-for-class.ts';
import { findClassesToIssue } from '../desk/waiting.ts';
import { findLayout } from '../layouts/layout-queries.ts';
import { mayIssue } from '../policy.ts';
import { presentClassToIssue, presentIssuing } from './present-issuing.ts';

export const issuingOfficeRoutes: OfficeRoutes = (serve, { db }) => {
  serve(contract.issuingSheet, async ({ params: { id }, actor, now }) => {
    const issuingClass = await requireIssuingClass(db, id, actor, 'certificate.read');
    const candidates = await findCandidates(db, issuingClass, { day: today(now) });
    const { unresulted } = await countRegistrations(db, id);
    const jobId = await findUnfinishedJob(db, actor, { kind: issueJob.kind, input: { classId: id } });
    const can = { issue: mayIssue(actor, issuingClass.organizationId) };
    const { layout } = await findLayout(db, issuingClass.kindId);
    return presentIssuing({ issuingClass, candidates, unresulted, jobId, layout, can }, now);
  });

  serve(contract.issueCertificates, ({ params: { id }, body, idempotency, actor, now }) =>
    startJob(db, idempotency, now, (tx) => issueForClass(tx, { classId: id, ...body }, { actor, now })),
  );

  serve(contract.printCertificates, ({ params: { id }, body, idempotency, actor, now }) =>
    startJob(db, idempotency, now, (tx) => printForClass(tx, { classId: id, ...body }, { actor, now })),
  );

  serve(contract.classesToIssue, async ({ query, actor, now }) =>
    (await findClassesToIssue(db, { staff: actor, now, ...query })).map((row) =>
      presentClassToIssue(row, now),
    ),
  );
};
