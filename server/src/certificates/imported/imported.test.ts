import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildCourse, buildOrganization } from '../../../test/factories/catalogue.ts';
import { buildCertificate } from '../../../test/factories/certificate.ts';
import { decidingStaff } from '../../../test/factories/staff.ts';
import { actDuring, freeWhileWaiting } from '../../../test/locks.ts';
import { accounts } from '../../accounts/tables.ts';
import { auditEvents } from '../../audit/tables.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { certificates, importedCertificates } from '../tables.ts';
import { addImportedCertificates } from './add-imported.ts';
import type { ImportedCertificate } from './imported-certificate.ts';
import { removeImportedCertificates } from './remove-imported.ts';

let portal: TestPortal;
let place: { organizationId: number; courseId: number; courseCode: string; kindId: number };
let otherCourseId: number;
beforeAll(async () => {
  portal = await openTestPortal();
  const { id: organizationId } = await buildOrganization(portal.db);
  const { id: courseId, code: courseCode, certificateKindId: kindId } = await buildCourse(portal.db);
  place = { organizationId, courseId, courseCode, kindId: kindId ?? 0 };
  otherCourseId = (await buildCourse(portal.db, { code: 'OTHER', chineseName: '別的訓練' })).id;
});
afterAll(() => portal.close());

const context = { actor: decidingStaff(), now: NOW };
const [YESTERDAY, TODAY, TOMORROW] = ['2026-11-30', '2026-12-01', '2026-12-02'];

let serial = 0;

const wantedOf = (account: { id: number }, overrides: Partial<ImportedCertificate> = {}, row = 1) => ({
  ...{ ...place, accountId: account.id, row, number: `OLD-${++serial}` },
  ...{ issuedOn: '2024-12-02', endTime: TOMORROW, years: 2, isLatest: true, ...overrides },
});

type Wanted = ReturnType<typeof wantedOf>;

const addIn = (tx: Tx, ...wanted: Wanted[]) => addImportedCertificates(tx, wanted, context);
const add = (...wanted: Wanted[]) => inTransaction(portal.db, (tx) => addIn(tx, ...wanted));
const remove = (tx: Tx, ids: readonly number[]) => removeImportedCertificates(tx, ids, context);

/** An ended certificate that was imported for the person; returns its id. */
const addOld = async (account: { id: number }): Promise<number> =>
  (await add(wantedOf(account, { endTime: YESTERDAY, isLatest: false }))).get(1) ?? 0;

const statesOf = async ({ id }: { id: number }) => {
  const rows = await portal.db
    .select({ state: certificates.state })
    .from(certificates)
    .where(eq(certificates.accountId, id))
    .orderBy(asc(certificates.id));
  return rows.map(({ state }) => state);
};

test.each([
  ['takes the place of one that has expired', YESTERDAY, { endTime: TODAY }, ['lapsed', 'valid']],
  ['is left out if the present one ends today', TODAY, {}, ['valid']],
  ['is left out if it ends today and the present one is valid', TOMORROW, { endTime: TODAY }, ['valid']],
  ['lapses if it has expired itself', YESTERDAY, { endTime: YESTERDAY }, ['valid', 'lapsed']],
  ['is left out if it is not the latest of its file', YESTERDAY, { isLatest: false }, ['valid']],
  ['lapses if it is neither the latest nor valid', TODAY, { endTime: YESTERDAY }, ['valid', 'lapsed']],
])('an imported certificate %s', async (_, endTime, imported, states) => {
  const account = await buildAccount(portal.db);
  await buildCertificate(portal.db, { account, courseId: place.courseId, endTime });
  await add(wantedOf(account, imported));
  expect(await statesOf(account)).toEqual(states);
});

test('an imported certificate leaves those of other kinds and other people as they are', async () => {
  const [account, other] = [await buildAccount(portal.db), await buildAccount(portal.db)];
  await buildCertificate(portal.db, { account, courseId: otherCourseId, endTime: YESTERDAY });
  await buildCertificate(portal.db, { account: other, courseId: place.courseId, endTime: YESTERDAY });
  await buildCertificate(portal.db, { account: other, courseId: otherCourseId });
  await add(wantedOf(account));
  expect(await statesOf(account)).toEqual(['valid', 'valid']);
  expect(await statesOf(other)).toEqual(['valid', 'valid']);
});

test('the holders alone are locked, in the order of their ids, before certificates are added', async () => {
  const [first, second, other] = [
    await buildAccount(portal.db),
    await buildAccount(portal.db),
    await buildAccount(portal.db),
  ];
  // Rewriting a row moves it to the end of the table.
  await portal.db.update(accounts).set({ chineseName: '林怡君' }).where(eq(accounts.id, first.id));
  await portal.db.execute(sql`analyze accounts`);
  const held = [first.id, other.id];
  const free = await freeWhileWaiting(
    portal.db,
    { table: accounts, ids: [first.id, second.id] },
    (tx) => tx.select().from(accounts).where(inArray(accounts.id, held)).for('no key update'),
    (tx) => addIn(tx, wantedOf(second), wantedOf(first, {}, 2)),
  );
  expect(free).toEqual([second.id]);
  const lockedAlone = await inTransaction(portal.db, async (tx) => {
    await tx.select().from(accounts).where(eq(accounts.id, other.id)).for('no key update');
    return add(wantedOf(first, { endTime: YESTERDAY }));
  });
  expect(lockedAlone.size).toBe(1);
});

test('only the imported certificates that are named and not used are removed', async () => {
  const account = await buildAccount(portal.db);
  const [lapsed, revoked, left] = [await addOld(account), await addOld(account), await addOld(account)];
  const [valid = 0] = (await add(wantedOf(account))).values();
  await portal.db
    .update(certificates)
    .set({ state: 'revoked', endReason: '資格不符' })
    .where(eq(certificates.id, revoked));
  const ids = [lapsed, revoked, valid];
  const kept = await inTransaction(portal.db, (tx) => remove(tx, ids));
  expect([...kept.keys()]).toEqual([revoked]);
  const imported = await portal.db
    .select({ id: certificates.id })
    .from(certificates)
    .innerJoin(importedCertificates, eq(importedCertificates.certificateId, certificates.id))
    .where(eq(certificates.accountId, account.id))
    .orderBy(asc(certificates.id));
  expect(imported.map(({ id }) => id)).toEqual([revoked, left]);
  const events = await portal.db
    .select({ subjectId: auditEvents.subjectId })
    .from(auditEvents)
    .where(and(eq(auditEvents.action, 'certificate.remove'), inArray(auditEvents.subjectId, [...ids, left])))
    .orderBy(asc(auditEvents.subjectId));
  expect(events.map(({ subjectId }) => subjectId)).toEqual([lapsed, valid]);
});

test('an imported certificate that is revoked while it is to be removed is kept', async () => {
  const id = await addOld(await buildAccount(portal.db));
  const kept = await actDuring(
    portal.db,
    (tx) =>
      tx.update(certificates).set({ state: 'revoked', endReason: '資格不符' }).where(eq(certificates.id, id)),
    () => inTransaction(portal.db, (tx) => remove(tx, [id])),
  );
  expect([...kept.keys()]).toEqual([id]);
  expect(await portal.db.$count(certificates, eq(certificates.id, id))).toBe(1);
});

test('imported certificates are locked in the order of their ids before they are removed', async () => {
  const account = await buildAccount(portal.db);
  const [first, second] = [await addOld(account), await addOld(account)];
  // Rewriting a row moves it to the end of the table.
  await portal.db.update(certificates).set({ years: 3 }).where(eq(certificates.id, first));
  await portal.db.execute(sql`analyze certificates`);
  const free = await freeWhileWaiting(
    portal.db,
    { table: certificates, ids: [first, second] },
    (tx) => tx.select().from(certificates).where(eq(certificates.id, first)).for('no key update'),
    (tx) => remove(tx, [first, second]),
  );
  expect(free).toEqual([second]);
});
