import * as contract from '@portal/contract/certificates';
import { isoTaipei, today } from '@portal/contract/dates';
import type { TraineeRoutes } from '../accounts/gate.ts';
import { Refusal } from '../platform/errors.ts';
import { onceOnly } from '../platform/http/idempotency.ts';
import { presentCertificate, presentOldCertificate, presentRenewal } from './present.ts';
import { findCertificates } from './queries.ts';
import { answerInquiry } from './renewal/answer-inquiry.ts';
import { askRenewal } from './renewal/ask-renewal.ts';
import { findOpenInquiries } from './renewal/inquiries.ts';
import { findRenewable } from './renewal/renewable.ts';
import { isCurrent, oldRows } from './rules.ts';

const inquiryRoutes: TraineeRoutes = (serve, services) => {
  serve(contract.renewalInquiries, async ({ actor: { accountId } }) =>
    (await findOpenInquiries(services.db, accountId)).map(({ askedAt, ...inquiry }) => ({
      ...inquiry,
      asked_at: isoTaipei(askedAt),
    })),
  );

  serve(contract.answerInquiry, ({ params: { id }, body: { answer }, file, actor, idempotency, now }) => {
    if (file?.bytes.length === 0) throw new Refusal('document_missing');
    return answerInquiry(
      services,
      { inquiryId: id, answer, bytes: file?.bytes ?? null },
      { actor, idempotency, now },
    );
  });
};

const renewalRoutes: TraineeRoutes = (serve, { db }) => {
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

export const certificateRoutes: TraineeRoutes = (...given) => {
  renewalRoutes(...given);
  inquiryRoutes(...given);
};
