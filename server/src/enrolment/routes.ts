import * as contract from '@portal/contract/enrolment';
import type { TraineeRoutes } from '../accounts/gate.ts';
import { inTransaction } from '../platform/database.ts';
import { onceOnly } from '../platform/idempotency.ts';
import { cancelRegistration } from './cancel-registration.ts';
import { inClassQueue } from './class-queue.ts';
import { enrol, precheck, precheckPerson } from './enrol.ts';
import { presentInfo, presentRecords } from './present.ts';
import { findRecords, selectRegistrations } from './queries.ts';

export const enrolmentRoutes: TraineeRoutes = (serve, { db }) => {
  serve(contract.precheck, async ({ body: { code }, actor: { accountId }, now }) => {
    await precheck(db, { code, accountId }, now);
    await precheckPerson(db, accountId);
    return { code };
  });

  serve(contract.enrol, ({ body: { code }, actor, idempotency, now }) =>
    inClassQueue(db, code, () =>
      onceOnly(db, idempotency, now, async (tx) => {
        await enrol(tx, { code }, { actor, now });
        return { code };
      }),
    ),
  );

  serve(contract.registrationInfo, async ({ body: { code }, query: { group }, actor: { accountId } }) => {
    const { opening, selection } = await selectRegistrations(db, { code, accountId, groupCode: group });
    return presentInfo(opening, selection);
  });

  serve(contract.records, async ({ actor: { accountId }, now }) =>
    presentRecords(await findRecords(db, accountId, now), now),
  );

  serve(contract.cancelRegistration, async ({ body: { code }, actor, now }) => {
    await inClassQueue(db, code, () =>
      inTransaction(db, (tx) => cancelRegistration(tx, { code }, { actor, now })),
    );
    return { code };
  });
};
