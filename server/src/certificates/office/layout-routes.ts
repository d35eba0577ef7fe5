import { isoTaipei } from '@portal/contract/dates';
import * as contract from '@portal/contract/office/certificate-layouts';
import { findHistory } from '../../audit/history.ts';
import { findVersion } from '../../audit/version.ts';
import { type Executor, inTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { onceOnly } from '../../platform/http/idempotency.ts';
import type { Staff } from '../../staff/actors.ts';
import type { OfficeRoutes } from '../../staff/gate.ts';
import { readPicture, uploadCertificatePicture } from '../layouts/certificate-pictures.ts';
import { closeSigner } from '../layouts/close-signer.ts';
import { createSigner } from '../layouts/create-signer.ts';
import { defaultLayout } from '../layouts/default-layout.ts';
import { editSigner } from '../layouts/edit-signer.ts';
import { findCertificateKind, findLayoutRows, findVersions, layoutOf } from '../layouts/layout-queries.ts';
import { previewLayout } from '../layouts/preview-layout.ts';
import { reopenSigner } from '../layouts/reopen-signer.ts';
import { saveLayout, versionedLayout } from '../layouts/save-layout.ts';
import { findSignerRows } from '../layouts/signer-queries.ts';
import { defaultSetting } from '../reminders/rules.ts';

const showSigners = async (db: Executor, actor: Staff): Promise<contract.SignerRow[]> =>
  (await findSignerRows(db, actor)).map(({ signer, organization, version }) => ({
    ...{ id: signer.id, version, organization },
    ...{ name: signer.name, title: signer.title, sealId: signer.sealId, isClosed: signer.closedAt !== null },
  }));

const showLayouts = async (db: Executor): Promise<contract.LayoutRow[]> =>
  (await findLayoutRows(db)).map(({ kind, number, paper, hasCard, createdAt, reminderDays }) => ({
    kind,
    number: number ?? 0,
    paper: paper ?? defaultLayout.paper,
    hasCard: hasCard ?? defaultLayout.hasCard,
    changedAt: createdAt && isoTaipei(createdAt),
    reminderDays: reminderDays ?? [...defaultSetting.days],
  }));

const showLayout = async (db: Executor, kindId: number): Promise<contract.Layout> => {
  const kind = await findCertificateKind(db, kindId);
  const versions = await findVersions(db, kindId);
  const [newest] = versions;
  return {
    kind,
    version: await findVersion(db, versionedLayout(kindId)),
    number: newest?.number ?? 0,
    form: newest ? layoutOf(newest) : defaultLayout,
    versions: versions.map((row) => ({
      number: row.number,
      createdAt: isoTaipei(row.createdAt),
      form: layoutOf(row),
    })),
  };
};

const layoutRoutes: OfficeRoutes = (serve, services) => {
  const { db } = services;

  serve(contract.layoutList, () => showLayouts(db));
  serve(contract.layout, ({ params: { id } }) => showLayout(db, id));

  serve(contract.saveLayout, ({ params: { id }, body: { version, ...form }, actor, now }) =>
    inTransaction(db, async (tx) => {
      await saveLayout(tx, { kindId: id, form, version }, { actor, now });
      return showLayout(tx, id);
    }),
  );

  serve(contract.previewLayout, ({ params: { id }, body: { side, sample, ...form }, now }) =>
    previewLayout(services, { kindId: id, form, side, sample }, now),
  );

  serve(contract.layoutHistory, async ({ params: { id } }) => {
    await findCertificateKind(db, id);
    const histories = await Promise.all([
      findHistory(db, { subject: 'certificate_layout', id }),
      findHistory(db, { subject: 'certificate_reminders', id }),
      findHistory(db, { subject: 'certificate_kind', id }),
    ]);
    return histories.flat().toSorted((one, other) => other.at.localeCompare(one.at));
  });
};

const signerRoutes: OfficeRoutes = (serve, { db }) => {
  serve(contract.signerList, ({ actor }) => showSigners(db, actor));

  serve(contract.createSigner, ({ body, idempotency, actor, now }) =>
    onceOnly(db, idempotency, now, async (tx) => {
      await createSigner(tx, body, { actor, now });
      return showSigners(tx, actor);
    }),
  );

  serve(contract.editSigner, ({ params: { id }, body, actor, now }) =>
    inTransaction(db, async (tx) => {
      await editSigner(tx, { ...body, id }, { actor, now });
      return showSigners(tx, actor);
    }),
  );

  serve(contract.closeSigner, ({ params, actor, now }) =>
    inTransaction(db, async (tx) => {
      await closeSigner(tx, params, { actor, now });
      return showSigners(tx, actor);
    }),
  );

  serve(contract.reopenSigner, ({ params, actor, now }) =>
    inTransaction(db, async (tx) => {
      await reopenSigner(tx, params, { actor, now });
      return showSigners(tx, actor);
    }),
  );
};

const pictureRoutes: OfficeRoutes = (serve, services) => {
  serve(contract.uploadCertificatePicture, ({ body: { kind }, file, actor, idempotency, now }) => {
    if (!file || file.bytes.length === 0) throw new Refusal('picture_missing');
    return uploadCertificatePicture(services, { kind, bytes: file.bytes }, { actor, idempotency, now });
  });

  serve(contract.certificatePicture, ({ params: { id } }) => readPicture(services, id));
};

export const layoutOfficeRoutes: OfficeRoutes = (...given) => {
  layoutRoutes(...given);
  signerRoutes(...given);
  pictureRoutes(...given);
};
