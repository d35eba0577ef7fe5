import * as contract from '@portal/contract/office/branding';
import { findHistory } from '../../audit/history.ts';
import { findVersion } from '../../audit/version.ts';
import { type Executor, inTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { OfficeRoutes } from '../../staff/gate.ts';
import { findBranding } from '../find-branding.ts';
import { logoPath } from '../logo-path.ts';
import { saveLogo } from '../save-logo.ts';
import { setBranding, versionedBranding } from '../set-branding.ts';

export const brandingOfficeRoutes: OfficeRoutes = (serve, services) => {
  const { db, config } = services;

  const show = async (from: Executor): Promise<contract.Branding> => {
    const { logo, ...found } = await findBranding(from);
    return {
      ...found,
      logo: logo && { id: logo.id, src: logoPath(logo.key, '96') },
      operatorAddress: config.publicUrl ?? null,
      version: await findVersion(from, versionedBranding),
    };
  };

  serve(contract.branding, () => show(db));

  serve(contract.setBranding, ({ body, actor, now }) =>
    inTransaction(db, async (tx) => {
      await setBranding(tx, body, { actor, now });
      return show(tx);
    }),
  );

  serve(contract.brandingHistory, () => findHistory(db, versionedBranding));

  serve(contract.uploadLogo, async ({ file, actor, idempotency, now }) => {
    if (!file || file.bytes.length === 0) throw new Refusal('picture_missing');
    return saveLogo(services, file.bytes, { actor, idempotency, now });
  });
};
