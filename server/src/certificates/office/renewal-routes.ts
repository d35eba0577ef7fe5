import { isoTaipei, today } from '@portal/contract/dates';
import * as contract from '@portal/contract/office/renewals';
import { maskIdentity } from '../../accounts/people/mask.ts';
import { bulkResults } from '../../enrolment/bulk-results.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { narrowScope } from '../../platform/database/list.ts';
import type { OfficeRoutes } from '../../staff/gate.ts';
import { scopeOfStaff } from '../../staff/policy.ts';
import { approveRenewal } from '../renewal/approve-renewal.ts';
import { type QueuedRenewal, renewalQueueList } from '../renewal/queue-list.ts';
import { assessTraining } from '../renewal/refresher-rule.ts';
import { rejectRenewal } from '../renewal/reject-renewal.ts';
import { UNDECIDED } from '../renewal/review.ts';

const wire = (time: string): string => isoTaipei(new Date(time));

const assessed = (row: QueuedRenewal): Pick<contract.RenewalRow, 'rule' | 'trainings'> => {
  const days = { issuedOn: row.issuedOn, askedOn: today(new Date(row.askedAt)) };
  const { missing, countedFrom, counted, trainings } = assessTraining(row.rule, days, row.trainings);
  return {
    rule: row.rule && missing !== null ? { ...row.rule, countedFrom, counted, missing } : null,
    trainings: [...trainings],
  };
};

const presentQueued = (row: QueuedRenewal): contract.RenewalRow => ({
  id: Number(row.id),
  askedAt: wire(row.askedAt),
  note: row.note,
  name: row.name,
  identity: maskIdentity(row.identity),
  certificate: {
    id: Number(row.certificateId),
    number: row.number,
    kind: row.kind,
    organization: row.organization,
    issuedOn: row.issuedOn,
    endTime: row.endTime,
  },
  hours: row.trainings.reduce((sum, { hours, isPassed }) => sum + (isPassed ? hours : 0), 0),
  ...assessed(row),
  earlier: row.earlier.map(({ askedAt, decidedAt, ...rest }) => ({
    ...rest,
    askedAt: wire(askedAt),
    decidedAt: decidedAt && wire(decidedAt),
  })),
});

export const renewalOfficeRoutes: OfficeRoutes = (serve, { db }) => {
  serve(contract.renewalQueue, async ({ query, actor }) => {
    const scope = narrowScope(scopeOfStaff(actor, 'renewal.review'), query.organization);
    const page = await renewalQueueList.page(db, query, scope);
    return { ...page, rows: page.rows.map(presentQueued) };
  });

  serve(contract.approveRenewal, async ({ params: { id }, body: { exceptionReason }, actor, now }) => ({
    certificateId: await inTransaction(db, (tx) =>
      approveRenewal(tx, { requestId: id, exceptionReason, version: UNDECIDED }, { actor, now }),
    ),
  }));

  serve(contract.rejectRenewal, async ({ params: { id }, body: { reason }, actor, now }) => {
    const rejection = { requestId: id, backendNote: reason, version: UNDECIDED };
    await inTransaction(db, (tx) => rejectRenewal(tx, rejection, { actor, now }));
    return { id };
  });

  serve(contract.approveRenewals, async ({ body: { ids }, actor, now }) => ({
    results: await bulkResults(
      ids.map((id) => ({ id })),
      async ({ id }) => {
        await inTransaction(db, (tx) =>
          approveRenewal(tx, { requestId: id, version: UNDECIDED }, { actor, now }),
        );
      },
    ),
  }));
};
