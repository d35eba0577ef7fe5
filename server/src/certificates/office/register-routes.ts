import { today } from '@portal/contract/dates';
import * as contract from '@portal/contract/office/certificate-register';
import { findHistory } from '../../audit/history.ts';
import { documentHeaders } from '../../documents/headers.ts';
import { type Executor, inTransaction } from '../../platform/database/database.ts';
import { narrowScope } from '../../platform/database/list.ts';
import { Refusal } from '../../platform/errors.ts';
import { AnswerWithHeaders } from '../../platform/http/http.ts';
import type { Staff } from '../../staff/actors.ts';
import type { OfficeRoutes } from '../../staff/gate.ts';
import { mayExportLists, scopeOfStaff } from '../../staff/policy.ts';
import { correctCertificate } from '../issue/correct-certificate.ts';
import { issueWithProof } from '../issue/issue-with-proof.ts';
import { openProof } from '../issue/open-proof.ts';
import { revokeCertificate } from '../issue/revoke-certificate.ts';
import { findKinds } from '../register/find-kinds.ts';
import { findRegistered } from '../register/find-registered.ts';
import { presentRegisterRow } from '../register/register-cells.ts';
import { registerList } from '../register/register-list.ts';
import { registerExporter } from './export-register.ts';
import { presentRegistered } from './present-register.ts';

const listRoutes: OfficeRoutes = (serve, { db }) => {
  const exportRegister = registerExporter(db);

  serve(contract.certificateList, async ({ query: { state, ...query }, actor, now, read }) => {
    const day = today(now);
    const scope = narrowScope(scopeOfStaff(actor, 'certificate.read'), query.organization);
    const page = await read((from) =>
      registerList.page(from, { ...query, ...(state && { [state]: day }) }, scope),
    );
    return { ...page, rows: page.rows.map((row) => presentRegisterRow(row, day)) };
  });

  serve(contract.exportCertificates, ({ body, actor, now, read }) => {
    if (!mayExportLists(actor)) throw new Refusal('forbidden');
    return exportRegister(body, { actor, now, read });
  });

  serve(contract.registerKinds, () => findKinds(db));
};

const show = async (db: Executor, id: number, { actor, now }: { actor: Staff; now: Date }) =>
  presentRegistered(await findRegistered(db, id, actor), actor, today(now));

const unclassedRoutes: OfficeRoutes = (serve, services) => {
  const { db, files } = services;

  serve(contract.issueWithoutClass, async ({ body, file, idempotency, actor, now }) => {
    if (!file || file.bytes.length === 0) throw new Refusal('document_missing');
    const form = { ...body, bytes: file.bytes };
    const { id } = await issueWithProof(services, form, { actor, now, idempotency });
    return show(db, id, { actor, now });
  });

  serve(contract.certificateProof, async ({ params: { id }, actor, now }) => {
    const { number, kind, fileKey } = await inTransaction(db, (tx) => openProof(tx, id, { actor, now }));
    const bytes = await files.read(fileKey);
    if (!bytes) throw new Refusal('not_found');
    return new AnswerWithHeaders(bytes, documentHeaders({ name: `${number} 證明文件`, kind }));
  });
};

const oneRoutes: OfficeRoutes = (serve, { db }) => {
  serve(contract.certificateDetail, ({ params: { id }, actor, now }) => show(db, id, { actor, now }));

  serve(contract.certificateHistory, async ({ params: { id }, actor }) => {
    await findRegistered(db, id, actor);
    return findHistory(db, { subject: 'certificate', id });
  });

  serve(contract.revokeCertificate, ({ params: { id }, body, actor, now }) =>
    inTransaction(db, async (tx) => {
      await revokeCertificate(tx, { certificateId: id, ...body }, { actor, now });
      return show(tx, id, { actor, now });
    }),
  );

  serve(contract.correctCertificate, ({ params: { id }, body, actor, now }) =>
    inTransaction(db, async (tx) => {
      const { reason, version, chineseName, englishName, ...training } = body;
      const correction = { reason, version, person: { chineseName, englishName }, training };
      const next = await correctCertificate(tx, { certificateId: id, ...correction }, { actor, now });
      return show(tx, next.id, { actor, now });
    }),
  );
};

export const registerOfficeRoutes: OfficeRoutes = (...given) => {
  listRoutes(...given);
  oneRoutes(...given);
  unclassedRoutes(...given);
};
