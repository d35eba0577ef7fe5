import * as contract from '@portal/contract/office/enrolment';
import type { Context } from '../../audit/actor.ts';
import { organizationIds } from '../../audit/organization-names.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { narrowScope } from '../../platform/database/list.ts';
import { Refusal } from '../../platform/errors.ts';
import { onceOnly } from '../../platform/http/idempotency.ts';
import type { Staff } from '../../staff/actors.ts';
import type { OfficeRoutes } from '../../staff/gate.ts';
import { throwIdentityBudgetSpent } from '../../staff/identity-budget.ts';
import { scopeOfStaff } from '../../staff/policy.ts';
import { cancelByStaff } from '../on-behalf/cancel-by-staff.ts';
import type { SeenRegistration } from '../registration-version.ts';
import { addNote } from '../review/add-note.ts';
import { approveRegistration } from '../review/approve-registration.ts';
import { approveWithoutConcerns } from '../review/approve-without-concerns.ts';
import { addPhrase, editPhrase, orderPhrases, removePhrase } from '../review/change-phrases.ts';
import { allPhrases, composeReason } from '../review/phrases.ts';
import { rejectRegistration } from '../review/reject-registration.ts';
import { reopenRegistration } from '../review/reopen-registration.ts';
import { findWaitingCounts, reviewQueue } from '../review/review-queue-list.ts';
import { showIdentity } from '../review/show-identity.ts';
import { showPhoto } from '../review/show-photo.ts';
import { undoApproval } from '../review/undo-approval.ts';
import { undoApprovals } from '../review/undo-approvals.ts';
import { giveBackUnconfirmed } from '../seats/lapse-registration.ts';
import { enrolAndMoveOfficeRoutes } from './enrol-and-move-routes.ts';
import { identifierOfficeRoutes } from './identifier-routes.ts';
import { overdueRoutes } from './overdue-routes.ts';
import { personOfficeRoutes } from './person-routes.ts';
import { showRegistrationPage } from './registration-page.ts';
import { presentFilters, presentQueueRow } from './review-queue-present.ts';

const DAY = 86_400_000;

const queueRoutes: OfficeRoutes = (serve, { db }) => {
  serve(contract.reviewQueue, async ({ query: { days, organization, ...query }, actor, now, read }) => {
    const enrolledBefore = days && new Date(now.getTime() - days * DAY).toISOString();
    const scope = narrowScope(scopeOfStaff(actor, 'person.read'), organization);
    const within = await organizationIds(db, scope);
    const page = await read((from) => reviewQueue.page(from, { ...query, until: enrolledBefore }, within));
    return { ...page, rows: page.rows.map(({ entry }) => presentQueueRow(entry, now)) };
  });

  serve(contract.reviewFilters, async ({ query, actor }) =>
    presentFilters(await findWaitingCounts(db, actor, query.organization)),
  );

  serve(contract.approveRegistrations, async ({ body: { registrations }, actor, now }) => ({
    results: await approveWithoutConcerns(db, registrations, { actor, now }),
  }));

  serve(contract.undoApprovals, async ({ body: { registrations }, actor, now }) => ({
    results: await undoApprovals(db, registrations, { actor, now }),
  }));

  serve(contract.giveBackUnconfirmed, async ({ body: { registrations }, actor, now }) => ({
    results: await giveBackUnconfirmed(db, registrations, { actor, now }),
  }));
};

const detailRoutes: OfficeRoutes = (serve, { db, files }) => {
  serve(contract.registrationDetail, ({ params: { id }, actor, now }) =>
    showRegistrationPage(db, id, actor, now),
  );

  serve(contract.registrationPhoto, async ({ params: { id }, actor, now }) => {
    const key = await inTransaction(db, (tx) => showPhoto(tx, { registrationId: id }, { actor, now }));
    const bytes = await files.read(key);
    if (!bytes) throw new Refusal('not_found');
    return bytes;
  });

  serve(contract.showIdentity, async ({ params: { id }, actor, now }) => {
    const shown = await inTransaction(db, (tx) => showIdentity(tx, { registrationId: id }, { actor, now }));
    return shown ?? throwIdentityBudgetSpent();
  });

  serve(contract.addNote, async ({ params: { id }, body: { text }, actor, idempotency, now }) => {
    await onceOnly(db, idempotency, now, (tx) => addNote(tx, { registrationId: id, text }, { actor, now }));
    return showRegistrationPage(db, id, actor, now);
  });
};

interface DecisionCall extends Context<Staff> {
  readonly params: { readonly id: number };
  readonly body: { readonly version: number };
}

const stepRoutes: OfficeRoutes = (serve, { db }) => {
  const step = async (
    { params: { id }, body: { version }, actor, now }: DecisionCall,
    work: (tx: Tx, seen: SeenRegistration, context: Context<Staff>) => Promise<unknown>,
  ) => {
    await inTransaction(db, (tx) => work(tx, { registrationId: id, version }, { actor, now }));
    return showRegistrationPage(db, id, actor, now);
  };

  serve(contract.approveRegistration, (call) =>
    step(call, (tx, seen, by) => approveRegistration(tx, { ...seen, isUndoable: true }, by)),
  );

  serve(contract.undoApproval, (call) =>
    step(call, (tx, seen, by) => undoApproval(tx, { ...seen, ...call.body }, by)),
  );

  serve(contract.rejectRegistration, (call) =>
    step(call, async (tx, seen, by) => {
      const reason = await composeReason(tx, call.body);
      return rejectRegistration(tx, { ...seen, reason }, by);
    }),
  );

  serve(contract.reopenRegistration, (call) =>
    step(call, (tx, seen, by) => reopenRegistration(tx, { ...seen, ...call.body }, by)),
  );

  serve(contract.cancelByStaff, (call) =>
    step(call, (tx, seen, by) => cancelByStaff(tx, { ...seen, ...call.body }, by)),
  );
};

const phraseRoutes: OfficeRoutes = (serve, { db }) => {
  const change = (work: (tx: Tx) => Promise<void>) =>
    inTransaction(db, async (tx) => {
      await work(tx);
      return allPhrases(tx);
    });

  serve(contract.reviewPhrases, () => allPhrases(db));

  serve(contract.addPhrase, async ({ body, actor, idempotency, now }) => {
    await onceOnly(db, idempotency, now, (tx) => addPhrase(tx, body, { actor, now }));
    return allPhrases(db);
  });

  serve(contract.editPhrase, ({ params: { id }, body, actor, now }) =>
    change((tx) => editPhrase(tx, { id, ...body }, { actor, now })),
  );

  serve(contract.orderPhrases, ({ body, actor, now }) =>
    change((tx) => orderPhrases(tx, body, { actor, now })),
  );

  serve(contract.removePhrase, ({ params: { id }, actor, now }) =>
    change((tx) => removePhrase(tx, { id }, { actor, now })),
  );
};

export const enrolmentOfficeRoutes: OfficeRoutes = (...args) => {
  for (const register of [
    queueRoutes,
    detailRoutes,
    stepRoutes,
    phraseRoutes,
    enrolAndMoveOfficeRoutes,
    identifierOfficeRoutes,
    personOfficeRoutes,
    overdueRoutes,
  ]) {
    register(...args);
  }
};
