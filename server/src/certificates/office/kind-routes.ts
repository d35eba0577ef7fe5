import { today } from '@portal/contract/dates';
import * as contract from '@portal/contract/office/certificate-kinds';
import { findVersion } from '../../audit/version.ts';
import { createCertificateKind } from '../../catalogue/certificate-kinds/create-certificate-kind.ts';
import { type Executor, inTransaction } from '../../platform/database/database.ts';
import { onceOnly } from '../../platform/http/idempotency.ts';
import type { OfficeRoutes } from '../../staff/gate.ts';
import { findKindSettings, findNextSerials } from '../kinds/find-kind-settings.ts';
import { saveKindSettings, versionedKind } from '../kinds/save-kind-settings.ts';

const show = async (db: Executor, kindId: number, now: Date): Promise<contract.KindSettings> => {
  const found = await findKindSettings(db, kindId);
  const year = Number(today(now).slice(0, 4));
  return {
    ...found,
    version: await findVersion(db, versionedKind(kindId)),
    year,
    next: await findNextSerials(db, kindId, year),
  };
};

export const kindOfficeRoutes: OfficeRoutes = (serve, { db }) => {
  serve(contract.createKind, ({ body, idempotency, actor, now }) =>
    onceOnly(db, idempotency, now, async (tx) => {
      const id = await createCertificateKind(tx, body, { actor, now });
      return show(tx, id, now);
    }),
  );

  serve(contract.kindSettings, ({ params: { id }, now }) => show(db, id, now));

  serve(contract.saveKindSettings, ({ params: { id }, body: { version, ...form }, actor, now }) =>
    inTransaction(db, async (tx) => {
      await saveKindSettings(tx, { kindId: id, form, version }, { actor, now });
      return show(tx, id, now);
    }),
  );
};
