import { isoTaipei, today } from '@portal/contract/dates';
import * as contract from '@portal/contract/office/renewals';
import { maskIdentity } from '../../accounts/people/mask.ts';
import { documentHeaders } from '../../documents/headers.ts';
import { bulkResults } from '../../enrolment/bulk-results.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { narrowScope } from '../../platform/database/list.ts';
import { Refusal } from '../../platform/errors.ts';
import { AnswerWithHeaders } from '../../platform/http/http.ts';
import type { OfficeRoutes } from '../../staff/gate.ts';
import { scopeOfStaff } from '../../staff/policy.ts';
import { approveRenewal } from '../renewal/approve-renewal.ts';
import { askDocument } from '../renewal/ask-document.ts';
import { openAnswerFile } from '../renewal/inquiries.ts';
import { type QueuedRenewal, renewalQueueList } from '../renewal/queue-list.ts';
import { assessTraining } from '../renewal/refresher-rule.ts';
import { rejectRenewal } from '../renewal/reject-renewal.ts';

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
  personId: Number(row.personId),
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
  version: Number(row.version),
  inquiries: row.inquiries.map(({ askedAt, answeredAt, ...inquiry }) => ({
    ...inquiry,
    askedAt: wire(askedAt),
    answeredAt: answeredAt && wire(answeredAt),
  })),
  earlier: row.earlier.map(({ askedAt, decidedAt, ...rest }) => ({
    ...rest,
    askedAt: wire(askedAt),
    decidedAt: decidedAt && wire(decidedAt),
  })),
});

const inquiryRoutes: OfficeRoutes = (serve, { db, files }) => {
  serve(contract.askDocument, async ({ params: { id }, body, actor, now }) => {
    await inTransaction(db, (tx) => askDocument(tx, { requestId: id, ...body }, { actor, now }));
    return { id };
  });

  serve(contract.answerFile, async ({ params: { id }, actor, now }) => {
    const { number, kind, fileKey } = await inTransaction(db, (tx) => openAnswerFile(tx, id, { actor, now }));
    const bytes = await files.read(fileKey);
    if (!bytes) throw new Refusal('not_found');
    return new AnswerWithHeaders(bytes, documentHeaders({ name: `${number} 補件`, kind }));
  });
};

const reviewRoutes: OfficeRoutes = (serve, { db }) => {
  serve(contract.renewalQueue, async ({ query, actor, read }) => {
    const scope = narrowScope(scopeOfStaff(actor, 'renewal.review'), query.organization);
    const page = await read((from) => renewalQueueList.page(from, query, scope));
    return { ...page, rows: page.rows.map(presentQueued) };
  });

  serve(contract.approveRenewal, async ({ params: { id }, body, actor, now }) => ({
    certificateId: await inTransaction(db, (tx) =>
      approveRenewal(tx, { requestId: id, ...body }, { actor, now }),
    ),
  }));

  serve(contract.rejectRenewal, async ({ params: { id }, body: { reason, version }, actor, now }) => {
    const rejection = { requestId: id, backendNote: reason, version };
    await inTransaction(db, (tx) => rejectRenewal(tx, rejection, { actor, now }));
    return { id };
  });

  serve(contract.approveRenewals, async ({ body: { requests }, actor, now }) => ({
    results: await bulkResults(requests, async ({ id, version }) => {
      await inTransaction(db, (tx) => approveRenewal(tx, { requestId: id, version }, { actor, now }));
    }),
  }));
};

export const renewalOfficeRoutes: OfficeRoutes = (...given) => {
  reviewRoutes(...given);
  inquiryRoutes(...given);
};
