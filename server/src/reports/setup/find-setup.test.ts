import {
  addStarterSet,
  removeStarterSet,
  type SetupStep,
  setup,
  setupSteps,
} from '@portal/contract/office/setup';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import {
  buildBankAccount,
  buildClass,
  buildCourse,
  buildOrganization,
} from '../../../test/factories/catalogue.ts';
import { buildBanner, buildIntroType } from '../../../test/factories/content.ts';
import { buildStaff, enterAs, grant } from '../../../test/factories/staff.ts';
import { branding } from '../../branding/tables.ts';
import { bankAccounts, certificateKinds, courses, organizations } from '../../catalogue/tables.ts';
import { classes } from '../../classes/tables.ts';
import { siteSettings } from '../../content/tables.ts';
import { staffAccounts } from '../../staff/tables.ts';

let portal: TestPortal;
let admin: Awaited<ReturnType<typeof enterAs>>;
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  admin = await enterAs(portal.db, grant('admin'));
});
afterAll(() => portal.close());

const read = async () => (await portal.call(setup, admin)).answer;
const done = async (): Promise<SetupStep[]> => {
  const { steps } = await read();
  return setupSteps.filter((step) => steps[step]);
};

test('an empty portal has nothing done; each thing does its step, and the last essential one makes it ready', async () => {
  const { db } = portal;
  expect([await done(), (await read()).isReady]).toEqual([[], false]);

  await db.insert(certificateKinds).values({ id: 1, name: '合格證', type: 'ordinary', years: 2 });
  expect(await done()).toEqual(['kinds']);

  const { id: organizationId } = await buildOrganization(db);
  await db.update(organizations).set({ closedAt: NOW });
  expect(await done()).toEqual(['kinds']);
  await db.update(organizations).set({ closedAt: null });
  expect(await done()).toEqual(['organizations', 'kinds']);

  await buildBankAccount(db, { organizationId });
  await db.update(bankAccounts).set({ closedAt: NOW });
  await buildCourse(db);
  expect(await done()).toEqual(['organizations', 'kinds', 'courses']);
  await db.update(bankAccounts).set({ closedAt: null });

  const officer = await buildStaff(db, { grants: [grant('officer', organizationId)] });
  await db.update(staffAccounts).set({ suspendedAt: NOW }).where(eq(staffAccounts.id, officer.id));
  const without = ['organizations', 'kinds', 'courses', 'bankAccounts'];
  expect(await done()).toEqual(without);
  await db.update(staffAccounts).set({ suspendedAt: null });

  await buildClass(db, { organizationId, publishedAt: null });
  expect([await done(), (await read()).isReady]).toEqual([[...without, 'officers'], false]);
  await db.update(classes).set({ state: 'published', publishedAt: NOW });
  expect([await done(), (await read()).isReady]).toEqual([[...without, 'officers', 'classes'], true]);

  await buildAccount(db);
  await buildIntroType(db, { entries: [{ title: '甲', html: '<p>一</p>' }] });
  expect(await done()).not.toContain('introductions');
  await buildBanner(db, { publishedAt: null });
  expect(await done()).not.toContain('introductions');
  await buildBanner(db);
  await db.insert(siteSettings).values({ key: 'footer', value: { name: '' } });
  expect(await done()).toEqual([...without, 'officers', 'classes', 'introductions', 'people']);
  await db.update(siteSettings).set({ value: { name: '某協會' } });
  await db.insert(branding).values({ name: '某協會', shortName: '某協會', colour: '#0a4a53' });
  expect(await done()).toEqual(setupSteps);
});

describe('the starter set', () => {
  const add = async () => (await portal.call(addStarterSet, admin)).answer.starter;
  const remove = async () => (await portal.call(removeStarterSet, admin)).answer.starter;
  const codes = async () => (await portal.db.select().from(courses)).map(({ code }) => code);
  const kinds = async () => (await portal.db.select().from(certificateKinds)).map(({ name }) => name);

  test('is added once, and taken away whole while nobody has used it', async () => {
    const [before, kindsBefore] = [await codes(), await kinds()];
    expect((await read()).starter).toEqual({ canAdd: true, canRemove: false });
    expect(await Promise.all([add(), add()])).toEqual(Array(2).fill({ canAdd: false, canRemove: true }));
    expect(await codes()).toEqual([...before, 'FIRSTAID', 'LIFEGUARD']);
    expect(await remove()).toEqual({ canAdd: true, canRemove: false });
    expect([await codes(), await kinds()]).toEqual([before, kindsBefore]);
    expect(await remove()).toEqual({ canAdd: true, canRemove: false });
  });

  test('keeps what is used or changed', async () => {
    await add();
    const [first] = await portal.db.select().from(courses).where(eq(courses.code, 'FIRSTAID'));
    await portal.db.update(courses).set({ fee: 900 }).where(eq(courses.code, 'FIRSTAID'));
    expect(await remove()).toEqual({ canAdd: false, canRemove: false });
    expect([await codes(), await kinds()]).toEqual([
      expect.arrayContaining(['FIRSTAID']),
      expect.arrayContaining(['訓練合格證書']),
    ]);

    await portal.db
      .update(courses)
      .set({ fee: first?.fee ?? 0 })
      .where(eq(courses.code, 'FIRSTAID'));
    const { id: organizationId } = await buildOrganization(portal.db);
    await buildClass(portal.db, { organizationId, courseId: first?.id ?? 0 });
    expect(await remove()).toEqual({ canAdd: false, canRemove: true });
    expect(await codes()).toContain('FIRSTAID');
  });
});
