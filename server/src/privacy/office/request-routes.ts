import * as contract from '@portal/contract/office/privacy';
import { findHistory } from '../../audit/history.ts';
import { type Executor, inTransaction, type Tx } from '../../platform/database/database.ts';
import { narrowScope } from '../../platform/database/list.ts';
import { onceOnly } from '../../platform/http/idempotency.ts';
import type { Staff } from '../../staff/actors.ts';
import type { OfficeRoutes } from '../../staff/gate.ts';
import { scopeOfStaff } from '../../staff/policy.ts';
import { erasePerson } from '../erasure/erase-person.ts';
import { previewErasure } from '../erasure/preview-erasure.ts';
import { answerRequest } from '../requests/answer-request.ts';
import { declineRequest } from '../requests/decline-request.ts';
import { extendRequest } from '../requests/extend-request.ts';
import { findRequest, findRequestVersion, HANDLE } from '../requests/find-request.ts';
import { recordRequest } from '../requests/record-request.ts';
import { requestsList } from '../requests/requests-list.ts';
import { withdrawRequest } from '../requests/withdraw-request.ts';
import { presentRequest, presentRequestRow } from './present.ts';

interface ActContext {
  readonly actor: Staff;
  readonly now: Date;
}

const show = async (
  db: Executor,
  id: number,
  { actor, now }: ActContext,
): Promise<contract.PrivacyRequest> => {
  const request = await findRequest(db, id, actor);
  return presentRequest({ ...request, version: await findRequestVersion(db, id) }, now);
};

const readRoutes: OfficeRoutes = (serve, { db }) => {
  serve(contract.privacyRequests, async ({ query, actor, now, read }) => {
    const scope = narrowScope(scopeOfStaff(actor, HANDLE), query.organization);
    const page = await read((from) => requestsList.page(from, query, scope));
    return { ...page, rows: page.rows.map((row) => presentRequestRow(row, now)) };
  });

  serve(contract.privacyRequest, ({ params: { id }, actor, now }) => show(db, id, { actor, now }));

  serve(contract.privacyRequestHistory, async ({ params: { id }, actor }) => {
    await findRequest(db, id, actor);
    return findHistory(db, { subject: 'privacy_request', id });
  });
};

const stepRoutes: OfficeRoutes = (serve, { db }) => {
  const after = (work: (tx: Tx) => Promise<unknown>, id: number, by: ActContext) =>
    inTransaction(db, async (tx) => {
      await work(tx);
      return show(tx, id, by);
    });

  serve(contract.recordRequest, ({ body, actor, now, idempotency }) =>
    onceOnly(db, idempotency, now, async (tx) => ({ id: await recordRequest(tx, body, { actor, now }) })),
  );

  serve(contract.extendRequest, ({ params: { id }, body, actor, now }) =>
    after((tx) => extendRequest(tx, { requestId: id, ...body }, { actor, now }), id, { actor, now }),
  );

  serve(contract.declineRequest, ({ params: { id }, body, actor, now }) =>
    after((tx) => declineRequest(tx, { requestId: id, ...body }, { actor, now }), id, { actor, now }),
  );

  serve(contract.answerRequest, ({ params: { id }, body, actor, now }) =>
    after((tx) => answerRequest(tx, { requestId: id, ...body }, { actor, now }), id, { actor, now }),
  );

  serve(contract.previewErasure, ({ params: { id }, actor, now }) => previewErasure(db, id, { actor, now }));

  serve(contract.erasePerson, ({ params: { id }, body, actor, now }) =>
    after((tx) => erasePerson(tx, { requestId: id, ...body }, { actor, now }), id, { actor, now }),
  );

  serve(contract.withdrawRequest, ({ params: { id }, body, actor, now }) =>
    after((tx) => withdrawRequest(tx, { requestId: id, ...body }, { actor, now }), id, { actor, now }),
  );
};

export const privacyRequestOfficeRoutes: OfficeRoutes = (...given) => {
  readRoutes(...given);
  stepRoutes(...given);
};
