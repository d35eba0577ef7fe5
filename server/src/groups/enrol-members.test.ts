import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount } from '../../test/factories/account.ts';
import { buildClass } from '../../test/factories/catalogue.ts';
import { asManaged, buildGroup, buildMembership } from '../../test/factories/group.ts';
import { buildFullClass, buildRegistration } from '../../test/factories/registration.ts';
import { proveTrainee } from '../accounts/actors.ts';
import { classes } from '../classes/tables.ts';
import { registrationEvents, registrations } from '../enrolment/tables.ts';
import { mails } from '../mail/tables.ts';
import { inTransaction } from '../platform/database/database.ts';
import { refusalText } from '../platform/errors.ts';
import { enrolMembers } from './enrol-members.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

type Account = Awaited<ReturnType<typeof buildAccount>>;

const buildTeam = async (size: number) => {
  const group = await buildGroup(portal.db);
  const people: Account[] = [];
  for (let n = 0; n < size; n++) {
    const account = await buildAccount(portal.db);
    await buildMembership(portal.db, { group, account, role: n === 0 ? 'manager' : 'member' });
    people.push(account);
  }
  return { group, people };
};

const enrolAll = (
  {
    group,
    people,
  }: Pick<Awaited<ReturnType<typeof buildTeam>>, 'group'> & { people: readonly { id: number }[] },
  { code }: { code: string },
) =>
  inTransaction(portal.db, (tx) =>
    enrolMembers(
      tx,
      {
        code,
        group: asManaged(group),
        accountIds: people.map(({ id }) => id),
      },
      { actor: proveTrainee({ accountId: 1 }), now: NOW },
    ),
  );

const seatsTaken = async ({ id }: { id: number }) =>
  (await portal.db.select({ number: classes.number }).from(classes).where(eq(classes.id, id)))[0]?.number;

const registrationsOf = async ({ id }: { id: number }) => {
  const rows = await portal.db.select().from(registrations).where(eq(registrations.classId, id));
  return rows.map(({ accountId, state, groupId }) => ({ accountId, state, groupId }));
};

const failure = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return refusalText(error as Parameters<typeof refusalText>[0]);
};

describe('enrolling members', () => {
  test.each([
    [600, true],
    [0, false],
  ])(
    'gives each person a pending registration, an event and a mail, which at a fee of %d says to pay: %s',
    async (fee, toPay) => {
      const [team, trainingClass] = [await buildTeam(3), await buildClass(portal.db, { fee })];
      const ids = await enrolAll(team, trainingClass);
      expect(ids).toHaveLength(3);
      expect(await registrationsOf(trainingClass)).toEqual(
        team.people.map(({ id }) => ({ accountId: id, state: 'pending', groupId: team.group.id })),
      );
      expect(await seatsTaken(trainingClass)).toBe(3);
      for (const [at, registrationId] of ids.entries()) {
        const events = await portal.db
          .select()
          .from(registrationEvents)
          .where(eq(registrationEvents.registrationId, registrationId));
        expect(events).toMatchObject([
          { actor: 'account:1', action: 'registration.enrol', toState: 'pending' },
        ]);
        const queued = await portal.db
          .select()
          .from(mails)
          .where(and(eq(mails.accountId, team.people[at]?.id ?? 0), eq(mails.template, 'group_enrolled')));
        expect(queued).toMatchObject([
          {
            data: {
              group: team.group.name,
              code: trainingClass.code,
              toPay,
              fee,
              paymentDays: trainingClass.paymentDays,
            },
          },
        ]);
      }
    },
  );

  test('is possible in a class reserved for the group', async () => {
    const team = await buildTeam(2);
    const trainingClass = await buildClass(portal.db, { groupId: team.group.id, personalAllow: false });
    await enrolAll(team, trainingClass);
    expect(await seatsTaken(trainingClass)).toBe(2);
  });
});

/* Decision 024: the manager, whom staff appointed, answers for the members. */
test('a member without a confirmed mailbox, who already has two pending registrations, gets a seat through the group', async () => {
  const team = await buildTeam(1);
  const newcomer = await buildAccount(portal.db, { emailConfirmedAt: null });
  await buildMembership(portal.db, { group: team.group, account: newcomer });
  for (const _ of [1, 2])
    await buildRegistration(portal.db, { class: await buildClass(portal.db), account: newcomer });
  const trainingClass = await buildClass(portal.db);
  await enrolAll({ ...team, people: [newcomer] }, trainingClass);
  expect(await registrationsOf(trainingClass)).toEqual([
    { accountId: newcomer.id, state: 'pending', groupId: team.group.id },
  ]);
});

describe('nobody gets a seat', () => {
  test('when there is one too few; the refusal says how many are left', async () => {
    const [team, trainingClass] = [await buildTeam(3), await buildClass(portal.db, { limitNumber: 4 })];
    for (const _ of [1, 2])
      await buildRegistration(portal.db, { class: trainingClass, account: await buildAccount(portal.db) });
    expect(await failure(enrolAll(team, trainingClass))).toBe('名額不足，目前尚餘 2 人');
    expect(await registrationsOf(trainingClass)).toHaveLength(2);
    expect(await seatsTaken(trainingClass)).toBe(2);
  });

  test('when one of them has applied personally; the refusal names them', async () => {
    const [team, trainingClass] = [await buildTeam(3), await buildClass(portal.db)];
    const [, second] = team.people;
    if (!second) throw new Error('too small a team');
    await buildRegistration(portal.db, { class: trainingClass, account: second });
    expect(await failure(enrolAll(team, trainingClass))).toBe(`${second.chineseName} 已報名本課程`);
    expect(await registrationsOf(trainingClass)).toEqual([
      { accountId: second.id, state: 'pending', groupId: null },
    ]);
    expect(await seatsTaken(trainingClass)).toBe(1);
  });

  test('when one is not in the group', async () => {
    const [team, trainingClass] = [await buildTeam(2), await buildClass(portal.db)];
    const stranger = await buildAccount(portal.db);
    expect(await failure(enrolAll({ ...team, people: [...team.people, stranger] }, trainingClass))).toBe(
      `${stranger.chineseName} 不是此團體的成員`,
    );
    expect(await seatsTaken(trainingClass)).toBe(0);
  });

  test('when one has left the group', async () => {
    const [team, trainingClass] = [await buildTeam(1), await buildClass(portal.db)];
    const former = await buildAccount(portal.db);
    await buildMembership(portal.db, { group: team.group, account: former, leftAt: NOW });
    expect(await failure(enrolAll({ ...team, people: [former] }, trainingClass))).toBe(
      `${former.chineseName} 不是此團體的成員`,
    );
  });

  test('when one has an incomplete profile', async () => {
    const [team, trainingClass] = [await buildTeam(1), await buildClass(portal.db)];
    const incomplete = await buildAccount(portal.db, { cellPhone: null });
    await buildMembership(portal.db, { group: team.group, account: incomplete });
    expect(await failure(enrolAll({ ...team, people: [incomplete] }, trainingClass))).toBe(
      `${incomplete.chineseName} 資格不符，無法報名`,
    );
  });

  const like = (overrides: Parameters<typeof buildClass>[1]) => () => buildClass(portal.db, overrides);
  test.each([
    ['takes no groups', like({ groupAllow: false }), '本課程未開放團體報名'],
    ['opens later', like({ applyFrom: new Date(NOW.getTime() + 1) }), '本課程尚未開放報名'],
    ['is past its enrolment period', like({ applyUntil: NOW }), '本課程報名已截止'],
    ['has started', like({ startTime: NOW }), '本課程已開課，無法報名'],
    ['is full', () => buildFullClass(portal.db), '名額不足，目前尚餘 0 人'],
    ['is not published', like({ publishedAt: null }), '查無此課程'],
  ])('when the class %s', async (_, build, text) => {
    const [team, trainingClass] = [await buildTeam(1), await build()];
    const before = await registrationsOf(trainingClass);
    expect(await failure(enrolAll(team, trainingClass))).toBe(text);
    expect(await registrationsOf(trainingClass)).toEqual(before);
  });

  test('when the class is reserved for another group', async () => {
    const [team, other] = [await buildTeam(1), await buildGroup(portal.db)];
    const trainingClass = await buildClass(portal.db, { groupId: other.id, personalAllow: false });
    expect(await failure(enrolAll(team, trainingClass))).toBe('本課程未開放團體報名');
  });
});
