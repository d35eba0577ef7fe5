import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildCourse, buildOrganization } from '../../../test/factories/catalogue.ts';
import { asStaff, grant } from '../../../test/factories/staff.ts';
import { actDuring, isWaiting } from '../../../test/locks.ts';
import { findVersion } from '../../audit/version.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { refresherRules, registerCounters } from '../tables.ts';
import { findKindSettings, findNextSerials } from './find-kind-settings.ts';
import { lockKind } from './lock-kind.ts';
import { saveKindSettings, versionedKind } from './save-kind-settings.ts';

let portal: TestPortal;
let kindId: number;
let otherId: number;
beforeAll(async () => {
  portal = await openTestPortal();
  kindId = (await buildCourse(portal.db)).certificateKindId;
  otherId = (await buildCourse(portal.db, { code: 'OTHER', chineseName: '別的訓練' })).certificateKindId;
});
afterAll(() => portal.close());

const admin = (organizationId: number | null = null) =>
  asStaff({ id: 1, name: '周世昌' }, [grant('admin', organizationId)]);

const saveIn = async (tx: Tx, id: number, changes: object, actor = admin()) => {
  const { form } = await findKindSettings(portal.db, id);
  const version = await findVersion(portal.db, versionedKind(id));
  await saveKindSettings(tx, { kindId: id, form: { ...form, ...changes }, version }, { actor, now: NOW });
};
const save = (id: number, changes: object, actor = admin()) =>
  inTransaction(portal.db, (tx) => saveIn(tx, id, changes, actor));

test('only administrators of the whole association save a kind', async () => {
  const { id } = await buildOrganization(portal.db);
  await expect(save(kindId, { years: 9 }, admin(id))).rejects.toMatchObject({ code: 'forbidden' });
  expect((await findKindSettings(portal.db, kindId)).form.years).toBe(2);
});

test('the second of two who save a kind at the same time is refused', async () => {
  const second = actDuring(
    portal.db,
    (tx) => saveIn(tx, kindId, { years: 3 }),
    () => save(kindId, { years: 4 }),
  );
  await expect(second).rejects.toMatchObject({ code: 'changed_meanwhile' });
  expect((await findKindSettings(portal.db, kindId)).form.years).toBe(3);
});

test('removing the rule of a kind leaves that of another one', async () => {
  for (const id of [kindId, otherId])
    await portal.db.insert(refresherRules).values({ kindId: id, hours: 8, years: 2 });
  await save(kindId, { refresherHours: null, refresherYears: null });
  expect(await portal.db.select().from(refresherRules)).toEqual([{ kindId: otherId, hours: 8, years: 2 }]);
});

test('the kind that is named is locked, and no other', async () => {
  const lock = (id: number) => inTransaction(portal.db, (tx) => lockKind(tx, id));
  expect([await lock(kindId), await lock(otherId)]).toEqual(['基本救命術訓練證', '別的訓練證']);
  const held = await inTransaction(portal.db, async (tx) => {
    await lockKind(tx, kindId);
    const call = lock(otherId);
    return { isWaiting: await isWaiting(portal.db, call), call };
  });
  await held.call;
  expect(held.isWaiting).toBe(false);
});

test('the next serial counts those of the organisation, kind and year; organisations have their own order', async () => {
  const last = await buildOrganization(portal.db, { code: 'LAST', name: '末分會', id: 9_000_002 });
  const first = await buildOrganization(portal.db, { code: 'FIRST', name: '先分會', id: 9_000_001 });
  const names = [first.name, last.name];
  const counter = { organizationId: first.id, kindId, year: 2026, last: 5 };
  await portal.db
    .insert(registerCounters)
    .values([counter, { ...counter, kindId: otherId, last: 7 }, { ...counter, year: 2025, last: 9 }]);
  const serials = await findNextSerials(portal.db, kindId, 2026);
  expect(serials.filter(({ organization }) => names.includes(organization))).toEqual([
    { organization: first.name, serial: 6 },
    { organization: last.name, serial: 1 },
  ]);
  await portal.db.delete(registerCounters);
});
