import * as contract from '@portal/contract/certificates';
import { today } from '@portal/contract/dates';
import type { TraineeRoutes } from '../accounts/gate.ts';
import { onceOnly } from '../platform/http/idempotency.ts';
import { presentCertificate, presentOldCertificate, presentRenewal } from './present.ts';
import { findCertificates } from './queries.ts';
import { askRenewal } from './renewal/ask-renewal.ts';
import { findRenewable } from './renewal/renewable.ts';
import { isCurrent, oldRows } from './rules.ts';

export const certificateRoutes: TraineeRoutes = (serve, { db }) => {
  serve(contract.certificates, async ({ actor: { accountId }, now }) => {
    const day = today(now);
    const held = await findCertificates(db, accountId);
    return held
      .filter((certificate) => isCurrent(certificate, day))
      .map((certificate) => presentCertificate(certificate, day));
  });

  serve(contract.oldCertificates, async ({ actor: { accountId }, now }) =>
    oldRows(await findCertificates(db, accountId), today(now)).map(presentOldCertificate),
  );

  serve(contract.renewalPage, async ({ params: { code }, actor: { accountId }, now }) => {
    const day = today(now);
    return presentRenewal(await findRenewable(db, { code, accountId }, day), day);
  });

  serve(contract.askRenewal, ({ params: { code }, body, actor, idempotency, now }) =>
    onceOnly(db, idempotency, now, async (tx) => {
      await askRenewal(tx, { code, frontNote: body.front_note }, { actor, now });
      return { code };
    }),
  );
};
