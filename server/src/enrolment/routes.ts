import * as contract from '@portal/contract/enrolment';
import type { TraineeRoutes } from '../accounts/gate.ts';
import { inTransaction } from '../platform/database/database.ts';
import { presentInfo, presentOverlappingClass, presentRecords } from './present.ts';
import { findOverlappingClasses, findRecords, selectRegistrations } from './queries.ts';
import { cancelRegistration } from './seats/cancel-registration.ts';
import { refuseUnlessEnrollable } from './seats/enrol.ts';
import { enrolInBatches } from './seats/enrol-in-batches.ts';
import { withinClassLimit } from './seats/limit-per-class.ts';
import { refuseOverLimitUnlessConfirmed } from './seats/limit-unconfirmed.ts';
import { networkTag } from './seats/network-tag.ts';

export const enrolmentRoutes: TraineeRoutes = (serve, { db }) => {
  const enrol = enrolInBatches(db);

  serve(contract.precheck, async ({ body: { code }, actor: { accountId }, now }) => {
    await refuseUnlessEnrollable(db, { code, accountId }, now);
    await refuseOverLimitUnlessConfirmed(db, accountId);
    const others = await findOverlappingClasses(db, { code, accountId });
    return { code, same_hours: others.map(presentOverlappingClass) };
  });

  serve(contract.enrol, async ({ body: { code }, actor, address, idempotency, now }) => {
    const network = await networkTag(db, { code, address });
    return enrol(code, { actor, network, idempotency, now });
  });

  serve(
    contract.registrationInfo,
    async ({ body: { code }, query: { group }, actor: { accountId }, now }) => {
      const { trainingClass, selection } = await selectRegistrations(db, {
        code,
        accountId,
        groupCode: group,
      });
      return presentInfo(trainingClass, selection, now);
    },
  );

  serve(contract.records, async ({ actor: { accountId }, now }) =>
    presentRecords(await findRecords(db, accountId, now), now),
  );

  serve(contract.cancelRegistration, async ({ body: { code }, actor, now }) => {
    await withinClassLimit(db, code, (options) =>
      inTransaction(db, (tx) => cancelRegistration(tx, { code }, { actor, now }), options),
    );
    return { code };
  });
};
