import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildCourse, buildOrganization } from '../../../test/factories/catalogue.ts';
import { buildSigner } from '../../../test/factories/certificate-layout.ts';
import { decidingStaff } from '../../../test/factories/staff.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { certificateContents, certificates } from '../tables.ts';
import { lockHolder } from './holder.ts';
import { insertCertificate } from './insert-certificate.ts';

let portal: TestPortal;
let place: { organizationId: number; courseId: number };
beforeAll(async () => {
  portal = await openTestPortal();
  const { id: organizationId } = await buildOrganization(portal.db);
  place = { organizationId, courseId: (await buildCourse(portal.db)).id };
});
afterAll(() => portal.close());

const insert = (accountId: number, wish: object = {}) =>
  inTransaction(portal.db, async (tx) => {
    const holder = await lockHolder(tx, accountId);
    const training = { classCode: null, hours: 8, firstDay: null, lastDay: null };
    const terms = { ...place, issuedOn: '2026-12-01', endTime: '2028-11-30', years: 2, training, ...wish };
    return insertCertificate(
      tx,
      { ...terms, holder, registrationId: null },
      { actor: decidingStaff(), now: NOW },
    );
  });

test.each([
  ['an unknown course', { courseId: 999_999 }, 'certificate_kind'],
  ['an unknown organisation', { organizationId: 999_999 }, 'certificate_kind'],
  ['a day to come', { issuedOn: '2026-12-02' }, 'certificate_dates'],
  ['an end before the issue', { endTime: '2026-11-30' }, 'certificate_dates'],
])('a certificate with %s is refused', async (_, wish, code) => {
  const { id } = await buildAccount(portal.db);
  await expect(insert(id, wish)).rejects.toMatchObject({ code });
  expect(await portal.db.$count(certificates, eq(certificates.accountId, id))).toBe(0);
});

test('the content says of the signer only what the paper shows', async () => {
  const { name, title } = await buildSigner(portal.db);
  const { id } = await insert((await buildAccount(portal.db)).id);
  const [row] = await portal.db
    .select({ content: certificateContents.content })
    .from(certificateContents)
    .where(eq(certificateContents.certificateId, id));
  expect(row?.content.signer).toEqual({ name, title, sealId: null });
});
