import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import {
  buildCertificate,
  buildRenewalRequest,
  buildSuccessor,
} from '../../../test/factories/certificate.ts';
import { decidingStaff } from '../../../test/factories/staff.ts';
import { actDuring } from '../../../test/locks.ts';
import { auditEvents } from '../../audit/tables.ts';
import { mails } from '../../mail/tables.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { returnCertificates } from '../move-certificates.ts';
import { certificates } from '../tables.ts';
import { correctCertificate } from './correct-certificate.ts';
import { endCertificate } from './insert-certificate.ts';
import { revokeCertificate } from './revoke-certificate.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const context = { actor: decidingStaff(), now: NOW };
const run = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(portal.db, work);

const steps = {
  correcting: (id: number) => {
    const correction = { certificateId: id, reason: '姓名誤植', person: {}, training: {} };
    return run((tx) => correctCertificate(tx, correction, context));
  },
  revoking: (id: number) =>
    run((tx) => revokeCertificate(tx, { certificateId: id, reason: '資格不符' }, context)),
};

const reload = async (id: number) =>
  (await portal.db.select().from(certificates).where(eq(certificates.id, id)))[0];

const countTraces = async (certificate: { id: number; accountId: number }) => [
  await portal.db.$count(
    auditEvents,
    and(eq(auditEvents.subject, 'certificate'), eq(auditEvents.subjectId, certificate.id)),
  ),
  await portal.db.$count(mails, eq(mails.accountId, certificate.accountId)),
];

describe.each(['correcting', 'revoking'] as const)('%s', (name) => {
  const step: (id: number) => Promise<unknown> = steps[name];

  test('is refused for a certificate that does not exist', async () => {
    await expect(step(999_999)).rejects.toMatchObject({ code: 'certificate_unknown' });
  });

  test('is refused for a renewed one, which leaves no event and no mail', async () => {
    const certificate = await buildCertificate(portal.db, { account: await buildAccount(portal.db) });
    await buildRenewalRequest(portal.db, { certificate, state: 'approved' });
    await buildSuccessor(portal.db, certificate, { endTime: '2030-02-28' });
    await expect(step(certificate.id)).rejects.toMatchObject({ code: 'certificate_replaced' });
    expect(await countTraces(certificate)).toEqual([0, 0]);
  });

  test('is refused for one that is removed meanwhile', async () => {
    const { id } = await buildCertificate(portal.db, { account: await buildAccount(portal.db) });
    const refused = actDuring(
      portal.db,
      (tx) => tx.delete(certificates).where(eq(certificates.id, id)),
      () => step(id),
    );
    await expect(refused).rejects.toMatchObject({ code: 'certificate_unknown' });
  });
});

test('a certificate that is revoked meanwhile is not revoked again', async () => {
  const certificate = await buildCertificate(portal.db, { account: await buildAccount(portal.db) });
  const { id } = certificate;
  const ending = { endedAt: NOW, endReason: '誤發', endedBy: 'staff:2' };
  await actDuring(
    portal.db,
    (tx) => endCertificate(tx, id, 'revoked', ending),
    () => steps.revoking(id),
  );
  expect(await reload(id)).toMatchObject({ state: 'revoked', ...ending });
  expect(await countTraces(certificate)).toEqual([0, 0]);
});

test('a certificate that goes to another person meanwhile is corrected for that person', async () => {
  const [from, to] = [await buildAccount(portal.db), await buildAccount(portal.db)];
  const { id } = await buildCertificate(portal.db, { account: from });
  const move = { from: from.id, to: to.id };
  const next = await actDuring(
    portal.db,
    (tx) => returnCertificates(tx, move, { ids: [id], lapsed: [] }),
    () => steps.correcting(id),
  );
  expect(await reload(next.id)).toMatchObject({ accountId: to.id, state: 'valid' });
  const written = await portal.db
    .select({ accountId: mails.accountId })
    .from(mails)
    .where(inArray(mails.accountId, [from.id, to.id]));
  expect(written).toEqual([{ accountId: to.id }]);
});

test('a certificate is revoked although no font can print the name of its holder', async () => {
  const account = await buildAccount(portal.db, { chineseName: '王😀' });
  const { id } = await buildCertificate(portal.db, { account });
  await steps.revoking(id);
  expect(await reload(id)).toMatchObject({ state: 'revoked' });
});
