import * as contract from '@portal/contract/privacy';
import type { TraineeRoutes } from '../accounts/gate.ts';
import { inTransaction } from '../platform/database.ts';
import { exportOwnData } from './export-own-data.ts';
import { presentErasure } from './present.ts';
import { findErasure } from './queries.ts';
import { requestErasure } from './request-erasure.ts';
import { withdrawErasure } from './withdraw-erasure.ts';

export const privacyRoutes: TraineeRoutes = (serve, services) => {
  const { db } = services;
  const show = async (accountId: number) => presentErasure(await findErasure(db, accountId));

  serve(contract.exportOwnData, ({ actor, now }) => exportOwnData(services, actor.accountId, now));

  serve(contract.erasure, ({ actor }) => show(actor.accountId));

  serve(contract.requestErasure, async ({ actor, now }) => {
    await inTransaction(db, (tx) => requestErasure(tx, actor, now));
    return show(actor.accountId);
  });

  serve(contract.withdrawErasure, async ({ actor, now }) => {
    await inTransaction(db, (tx) => withdrawErasure(tx, actor, now));
    return show(actor.accountId);
  });
};
