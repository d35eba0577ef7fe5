import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildClass, buildOrganization } from '../../../test/factories/catalogue.ts';
import { buildGroup, buildMembership } from '../../../test/factories/group.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { decidingStaff } from '../../../test/factories/staff.ts';
import { classes } from '../../classes/tables.ts';
import { mails } from '../../mail/tables.ts';
import { inTransaction } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import type { State } from '../states.ts';
import { registrationEvents, registrations } from '../tables.ts';
import { approveInClass, approveRegistration } from './approve-registration.ts';
import { rejectRegistration } from './reject-registration.ts';

let portal: TestPortal;
let headquarters: Staff;
beforeAll(async () => {
  portal = await openTestPortal();
  headquarters = decidingStaff();
});
afterAll(() => portal.close());

const LATER = new Date(NOW.getTime() + 1000);
const reason = '未檢附基本救命術證書';

const build = async (state: State, overrides: Parameters<typeof buildClass>[1] = {}) =>
  buildRegistration(portal.db, {
    class: await buildClass(portal.db, overrides),
    account: await buildAccount(portal.db),
    state,
    ...(state === 'rejected' ? { reason: '先前的原因' } : {}),
  });

const approveIt = ({ id }: { id: number }, staff = headquarters) =>
  inTransaction(portal.db, (tx) =>
    approveRegistration(tx, { registrationId: id }, { actor: staff, now: LATER }),
  );

const rejectIt = ({ id }: { id: number }, staff = headquarters) =>
  inTransaction(portal.db, (tx) =>
    rejectRegistration(tx, { registrationId: id, reason }, { actor: staff, now: LATER }),
  );

const storedState = async ({ id, classId }: { id: number; classId: number }) => {
  const [registration] = await portal.db.select().from(registrations).where(eq(registrations.id, id));
  const [trainingClass] = await portal.db.select().from(classes).where(eq(classes.id, classId));
  return { state: registration?.state, reason: registration?.reason, number: trainingClass?.number };
};

const eventsSince = async ({ id }: { id: number }) =>
  (
    await portal.db
      .select()
      .from(registrationEvents)
      .where(eq(registrationEvents.registrationId, id))
      .orderBy(asc(registrationEvents.id))
  ).slice(1);

const mailsAbout = ({ accountId }: { accountId: number }) =>
  portal.db
    .select({ template: mails.template, data: mails.data, dueAt: mails.dueAt })
    .from(mails)
    .where(eq(mails.accountId, accountId));

describe('the mail about a review', () => {
  const told = async (decide: (registration: { id: number }) => Promise<unknown>, overrides = {}) => {
    const startTime = new Date('2026-12-05T01:00:00Z');
    const trainingClass = await buildClass(portal.db, { startTime, ...overrides });
    const account = await buildAccount(portal.db);
    const registration = await buildRegistration(portal.db, { class: trainingClass, account });
    await decide(registration);
    const about = {
      name: account.chineseName,
      organization: '臺北市分會',
      code: trainingClass.code,
      train: '基本救命術訓練',
      startTime: '2026-12-05（六）09:00',
      place: trainingClass.place,
    };
    return { about, registration, mails: await mailsAbout({ accountId: account.id }) };
  };

  test.each([
    [600, true],
    [0, false],
  ])(
    'of an approval with a fee of %d says whether to pay (%s) or that the seat is confirmed',
    async (fee, toPay) => {
      const { about, registration, mails: queued } = await told(approveIt, { fee });
      const seat = {
        registrationId: registration.id,
        startTime: '2026-12-05T01:00:00.000Z',
        queuedAt: LATER.toISOString(),
      };
      expect(queued).toEqual([
        {
          template: 'approved',
          data: {
            ...about,
            toPay,
            ...(toPay ? { group: null, dues: { amount: fee, due: '2026-12-04（五）' } } : { seat }),
          },
          dueAt: LATER,
        },
      ]);
      const [approved] = await portal.db
        .select({ paymentDue: registrations.paymentDue })
        .from(registrations)
        .where(eq(registrations.id, registration.id));
      expect(approved).toEqual({ paymentDue: toPay ? '2026-12-04' : null });
    },
  );

  test.each([
    ['tells a member through which group they were enrolled', 'member', true],
    ['does not tell the manager, who pays for the group', 'manager', false],
  ] as const)('of an approval %s', async (_, role, named) => {
    const [group, account] = [await buildGroup(portal.db), await buildAccount(portal.db)];
    await buildMembership(portal.db, { group, account, role });
    const trainingClass = await buildClass(portal.db);
    await approveIt(await buildRegistration(portal.db, { class: trainingClass, account, group }));
    const queued = await mailsAbout({ accountId: account.id });
    expect(queued).toMatchObject([{ template: 'approved', data: { group: named ? group.name : null } }]);
  });

  test('of approvals in a class tells each member their own group', async () => {
    const trainingClass = await buildClass(portal.db);
    const seats: { id: number; accountId: number }[] = [];
    const names: string[] = [];
    for (let n = 0; n < 2; n++) {
      const [group, account] = [await buildGroup(portal.db), await buildAccount(portal.db)];
      await buildMembership(portal.db, { group, account });
      seats.push(await buildRegistration(portal.db, { class: trainingClass, account, group }));
      names.push(group.name);
    }
    const chosen = { classId: trainingClass.id, registrationIds: seats.map(({ id }) => id) };
    await inTransaction(portal.db, (tx) => approveInClass(tx, chosen, { actor: headquarters, now: LATER }));
    const told = (await Promise.all(seats.map(mailsAbout))).flat();
    expect(told).toMatchObject(names.map((group) => ({ template: 'approved', data: { group } })));
  });

  test('of a rejection gives the reason', async () => {
    const { about, mails: queued } = await told(rejectIt);
    expect(queued).toEqual([{ template: 'rejected', data: { ...about, reason }, dueAt: LATER }]);
  });

  test('is queued once, however often staff repeat the decision', async () => {
    const { mails: queued } = await told(async (registration) => {
      await approveIt(registration);
      await approveIt(registration);
      await rejectIt(registration);
      await rejectIt(registration);
    });
    expect(queued.map(({ template }) => template)).toEqual(['approved', 'rejected']);
  });

  test('is not queued if the state no longer allows the decision', async () => {
    const registration = await build('confirmed');
    await expect(approveIt(registration)).rejects.toMatchObject({ code: 'review_conflict' });
    await expect(rejectIt(registration)).rejects.toMatchObject({ code: 'review_conflict' });
    expect(await mailsAbout(registration)).toEqual([]);
  });

  test('is rolled back with the decision', async () => {
    const registration = await build('pending');
    const undone = inTransaction(portal.db, async (tx) => {
      await approveRegistration(tx, { registrationId: registration.id }, { actor: headquarters, now: LATER });
      throw new Error('rolled back');
    });
    await expect(undone).rejects.toThrow('rolled back');
    expect(await mailsAbout(registration)).toEqual([]);
  });
});

describe('approving', () => {
  test('makes a pending registration unpaid', async () => {
    const registration = await build('pending');
    await approveIt(registration);
    expect(await storedState(registration)).toEqual({ state: 'unpaid', reason: null, number: 1 });
    expect(await eventsSince(registration)).toMatchObject([
      {
        at: LATER,
        actor: 'staff:1',
        action: 'registration.approve',
        fromState: 'pending',
        toState: 'unpaid',
      },
    ]);
  });

  test('confirms it if the class has no fee', async () => {
    const registration = await build('pending', { fee: 0 });
    await approveIt(registration);
    expect(await storedState(registration)).toEqual({ state: 'confirmed', reason: null, number: 1 });
    expect(await eventsSince(registration)).toMatchObject([
      { action: 'registration.approve', fromState: 'pending', toState: 'confirmed' },
    ]);
  });

  test.each(['unpaid'] as const)('twice (%s) changes nothing', async (state) => {
    const registration = await build(state);
    await approveIt(registration);
    expect(await storedState(registration)).toEqual({ state, reason: null, number: 1 });
    expect(await eventsSince(registration)).toEqual([]);
  });

  test('twice in a class without a fee changes nothing', async () => {
    const registration = await build('confirmed', { fee: 0 });
    await approveIt(registration);
    expect(await eventsSince(registration)).toEqual([]);
  });

  test.each([
    ['rejected', 'review_conflict'],
    ['reported', 'review_conflict'],
    ['confirmed', 'review_conflict'],
    ['cancelled', 'registration_unknown'],
  ] as const)('a registration that is %s throws %s', async (state, code) => {
    const registration = await build(state);
    await expect(approveIt(registration)).rejects.toMatchObject({ code });
    expect(await storedState(registration)).toMatchObject({ state });
    expect(await eventsSince(registration)).toEqual([]);
  });
});

describe('rejecting', () => {
  test.each(['pending', 'unpaid'] as const)('a %s registration gives back its seat', async (state) => {
    const registration = await build(state);
    await rejectIt(registration);
    expect(await storedState(registration)).toEqual({ state: 'rejected', reason, number: 0 });
    expect(await eventsSince(registration)).toMatchObject([
      {
        at: LATER,
        actor: 'staff:1',
        action: 'registration.reject',
        fromState: state,
        toState: 'rejected',
        note: reason,
      },
    ]);
  });

  test('twice keeps the first reason and gives back one seat', async () => {
    const registration = await build('pending');
    await buildRegistration(portal.db, {
      class: { id: registration.classId },
      account: await buildAccount(portal.db),
    });
    await rejectIt(registration);
    await inTransaction(portal.db, (tx) =>
      rejectRegistration(
        tx,
        { registrationId: registration.id, reason: '另一個原因' },
        { actor: headquarters, now: LATER },
      ),
    );
    expect(await storedState(registration)).toEqual({ state: 'rejected', reason, number: 1 });
  });

  test.each([
    ['reported', 'review_conflict', 1],
    ['confirmed', 'review_conflict', 1],
    ['cancelled', 'registration_unknown', 0],
  ] as const)('a registration that is %s throws %s', async (state, code, number) => {
    const registration = await build(state);
    await expect(rejectIt(registration)).rejects.toMatchObject({ code });
    expect(await storedState(registration)).toMatchObject({ state, number });
  });
});

describe('staff', () => {
  test('of the organisation may decide', async () => {
    const organization = await buildOrganization(portal.db, { code: 'KHH', name: '高雄市分會' });
    const registration = await build('pending', { organizationId: organization.id });
    await approveIt(registration, decidingStaff(organization.id, 7));
    expect(await storedState(registration)).toMatchObject({ state: 'unpaid' });
  });

  test.each([
    ['approve', approveIt],
    ['reject', rejectIt],
  ] as const)('of another organisation find no registration to %s', async (_, decide) => {
    const elsewhere = await buildOrganization(portal.db, { code: 'KHH', name: '高雄市分會' });
    const registration = await build('pending');
    const staff = decidingStaff(elsewhere.id, 7);
    await expect(decide(registration, staff)).rejects.toMatchObject({ code: 'registration_unknown' });
    expect(await storedState(registration)).toMatchObject({ state: 'pending', number: 1 });
  });

  test('find no registration with an unknown id', async () => {
    await expect(approveIt({ id: 999_999 })).rejects.toMatchObject({ code: 'registration_unknown' });
  });
});
