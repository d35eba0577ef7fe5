import * as contract from '@portal/contract/privacy';
import type { TraineeRoutes } from '../accounts/gate.ts';
import { securityLog } from '../accounts/sign-in/security-log.ts';
import { inTransaction } from '../platform/database/database.ts';
import { exportOwnData } from './export-own-data.ts';
import { presentErasure } from './present.ts';
import { findErasure } from './queries.ts';
import { requestErasure } from './request-erasure.ts';
import { withdrawErasure } from './withdraw-erasure.ts';

export const privacyRoutes: TraineeRoutes = (serve, services) => {
  const { db } = services;
  const withSecurityLog = securityLog(services);
  const show = async (accountId: number) => presentErasure(await findErasure(db, accountId));

  serve(contract.exportOwnData, ({ actor, address, now }) =>
    withSecurityLog('data.export', { address, ...actor }, () =>
      exportOwnData(services, actor.accountId, now),
    ),
  );

  serve(contract.erasure, ({ actor }) => show(actor.accountId));

  serve(contract.requestErasure, async ({ actor, address, now }) => {
    await withSecurityLog('erasure.request', { address, ...actor }, () =>
      inTransaction(db, (tx) => requestErasure(tx, { actor, now })),
    );
    return show(actor.accountId);
  });

  serve(contract.withdrawErasure, async ({ actor, address, now }) => {
    await withSecurityLog('erasure.withdraw', { address, ...actor }, () =>
      inTransaction(db, (tx) => withdrawErasure(tx, { actor, now })),
    );
    return show(actor.accountId);
  });
};
