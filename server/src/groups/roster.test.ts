import { randomUUID } from 'node:crypto';
import * as contract from '@portal/contract/groups';
import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount, logIn } from '../../test/factories/account.ts';
import { buildClass } from '../../test/factories/catalogue.ts';
import { asManaged, buildGroup, buildMembership } from '../../test/factories/group.ts';
import { buildRegistration } from '../../test/factories/registration.ts';
import { untilWaiting } from '../../test/locks.ts';
import { record } from '../../test/plans/recorder.ts';
import { proveTrainee } from '../accounts/actors.ts';
import { classes } from '../classes/tables.ts';
import { lockClassByCode, takeSeats } from '../enrolment/seats/seats.ts';
import { registrationEvents, registrations } from '../enrolment/tables.ts';
import { mails } from '../mail/tables.ts';
import { inTransaction } from '../platform/database/database.ts';
import { idempotencyKeys } from '../platform/tables.ts';
import { submitRoster } from './submit-roster.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

type Account = Awaited<ReturnType<typeof buildAccount>>;
type Group = Awaited<ReturnType<typeof buildGroup>>;
type TrainingClass = Awaited<ReturnType<typeof buildClass>>;

interface Team {
  group: Group;
  manager: Account;
  members: [Account, Account, Account];
  token: string;
}

interface Joining {
  account?: Account;
  role?: 'manager' | 'member';
  leftAt?: Date;
}

const join = async (group: Group, { account, ...how }: Joining = {}) => {
  const person = account ?? (await buildAccount(portal.db));
  await buildMembership(portal.db, { group, account: person, ...how });
  return person;
};

/** A group with one manager, who is logged in, and three members. */
const buildTeam = async (): Promise<Team> => {
  const group = await buildGroup(portal.db);
  const manager = await join(group, { role: 'manager' });
  const members: Team['members'] = [await join(group), await join(group), await join(group)];
  return { group, manager, members, token: await logIn(portal.db, manager) };
};

const joinFormer = async (group: Group) => join(group, { leftAt: NOW });

const read = ({ code }: { code: string }, token: string | undefined, group?: string) =>
  portal.call(contract.roster, { params: { code }, token, ...(group !== undefined && { query: { group } }) });

interface Sent {
  token: string | undefined;
  group?: string;
  admins?: unknown;
  members?: unknown;
  had_removed?: unknown;
  key?: string;
}

const submit = ({ code }: { code: string }, { token, key, ...lists }: Sent) =>
  portal.call(contract.submitRoster, {
    token,
    body: { code, admins: [], members: [], had_removed: [], ...lists },
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  });

const tick = ({ id }: { id: number }) => ({ id, state: true });
const untick = ({ id }: { id: number }) => ({ id, state: false });

const classText = ({ refusal }: { refusal: { errors?: Readonly<Record<string, readonly string[]>> } }) =>
  refusal.errors?.Class;

/** The class's registrations by account, and its number of seats. */
const storedState = async ({ id }: TrainingClass) => {
  const rows = await portal.db
    .select({ accountId: registrations.accountId, state: registrations.state })
    .from(registrations)
    .where(eq(registrations.classId, id))
    .orderBy(registrations.accountId, registrations.id);
  const [counted] = await portal.db
    .select({ number: classes.number })
    .from(classes)
    .where(eq(classes.id, id));
  return {
    states: rows.map(({ accountId, state }) => [accountId, state]),
    number: counted?.number,
  };
};

const unregistered = {
  situation: null,
  enable: null,
  paid: 0,
  state: false,
  reason: null,
  locked: false,
  same_hours: false,
};

const entry = (account: Account, overrides: object = {}) => ({
  id: account.id,
  name: account.chineseName,
  id_number: account.idNumber,
  passport_no: account.passportNo,
  ...unregistered,
  ...overrides,
});

describe('the roster', () => {
  test('shows the class, the group, its managers and its members in the order of joining', async () => {
    const { group, manager, members, token } = await buildTeam();
    const foreigner = await join(group, { account: await buildAccount(portal.db, { country: 'foreign' }) });
    await joinFormer(group);
    const trainingClass = await buildClass(portal.db, { limitNumber: 12 });
    const { status, answer } = await read(trainingClass, token);
    expect(status).toBe(200);
    expect(answer).toEqual({
      class: {
        organization: '臺北市分會',
        code: trainingClass.code,
        name: '基本救命術訓練',
        start_time: '2026-12-31T10:00:00+08:00',
        place: trainingClass.place,
        group_name: null,
        fee: 1500,
        limit_number: 12,
        number: 0,
      },
      group: { code: group.code, name: group.name },
      groups: [{ code: group.code, name: group.name }],
      admins: [entry(manager)],
      members: [...members, foreigner].map((account) => entry(account)),
      had_removed: [],
    });
  });

  test.each([
    ['pending', { enable: null, paid: 0, situation: 'pending', state: true }],
    ['unpaid', { enable: 1, paid: 0, situation: 'unpaid', state: true }],
    [
      'reported',
      {
        enable: 1,
        paid: null,
        situation: 'reported',
        state: true,
        locked: true,
        reason: '繳費審查中，無法變更',
      },
    ],
    [
      'confirmed',
      { enable: 1, paid: 1, situation: 'confirmed', state: true, locked: true, reason: '已繳費，無法變更' },
    ],
    ['rejected', { enable: 0, paid: 0, situation: 'rejected', reason: '未附證書' }],
    ['cancelled', {}],
  ] as const)('shows a registration that is %s', async (state, shown) => {
    const { group, members, token } = await buildTeam();
    const trainingClass = await buildClass(portal.db);
    const reason = state === 'rejected' ? '未附證書' : null;
    await buildRegistration(portal.db, { class: trainingClass, account: members[1], group, state, reason });
    const { answer } = await read(trainingClass, token);
    expect(answer.members[1]).toEqual(entry(members[1], shown));
  });

  test('says why a payment was not found', async () => {
    const { group, members, token } = await buildTeam();
    const trainingClass = await buildClass(portal.db);
    const reason = '查無此筆匯款';
    await buildRegistration(portal.db, {
      class: trainingClass,
      account: members[0],
      group,
      state: 'unpaid',
      reason,
    });
    const { answer } = await read(trainingClass, token);
    expect(answer.members[0]).toMatchObject({ reason, locked: false });
  });

  test('marks people whom the group enrolled in another class at the same hours, and nobody else', async () => {
    const { group, members, token } = await buildTeam();
    const [trainingClass, atSameHours] = [await buildClass(portal.db), await buildClass(portal.db)];
    const later = await buildClass(portal.db, {
      startTime: new Date(trainingClass.startTime.getTime() + 7 * 24 * 3_600_000),
    });
    const [sameHours, onLaterDay, alone] = members;
    await buildRegistration(portal.db, { class: atSameHours, account: sameHours, group, state: 'confirmed' });
    await buildRegistration(portal.db, { class: later, account: onLaterDay, group });
    await buildRegistration(portal.db, { class: atSameHours, account: alone });
    const { answer } = await read(trainingClass, token);
    expect(answer.members).toEqual([entry(sameHours, { same_hours: true }), entry(onLaterDay), entry(alone)]);
  });

  test('locks people who hold a seat outside the group, and shows nothing else about it', async () => {
    const { members, token } = await buildTeam();
    const trainingClass = await buildClass(portal.db);
    const other = await buildGroup(portal.db);
    await join(other, { account: members[1] });
    await buildRegistration(portal.db, { class: trainingClass, account: members[0], state: 'confirmed' });
    await buildRegistration(portal.db, { class: trainingClass, account: members[1], group: other });
    await buildRegistration(portal.db, { class: trainingClass, account: members[2], state: 'rejected' });
    const { answer } = await read(trainingClass, token);
    expect(answer.members).toEqual([
      entry(members[0], { locked: true, reason: '已自行報名本課程' }),
      entry(members[1], { locked: true, reason: '已由其他團體報名本課程' }),
      entry(members[2]),
    ]);
  });

  test('locks people with an incomplete profile', async () => {
    const { group, token } = await buildTeam();
    const newcomer = await join(group, { account: await buildAccount(portal.db, { cellPhone: null }) });
    const { answer } = await read(await buildClass(portal.db), token);
    expect(answer.members.at(-1)).toEqual(
      entry(newcomer, { locked: true, reason: '尚未完成個人資料，無法報名' }),
    );
  });

  test('shows former members while they hold a seat of the group', async () => {
    const { group, members, token } = await buildTeam();
    const [withGroupSeat, withPersonalSeat] = [await joinFormer(group), await joinFormer(group)];
    const trainingClass = await buildClass(portal.db);
    await buildRegistration(portal.db, {
      class: trainingClass,
      account: withGroupSeat,
      group,
      state: 'unpaid',
    });
    await buildRegistration(portal.db, { class: trainingClass, account: withPersonalSeat });
    const { answer } = await read(trainingClass, token);
    expect(answer.had_removed).toEqual([
      entry(withGroupSeat, { enable: 1, paid: 0, situation: 'unpaid', state: true }),
    ]);
    expect(answer.members).toHaveLength(members.length);
  });

  test.each([
    ['takes no groups', { groupAllow: false }, '本課程未開放團體報名'],
    ['opens later', { applyFrom: new Date(NOW.getTime() + 1) }, '本課程尚未開放報名'],
    ['is past its enrolment period', { applyUntil: NOW }, '本課程報名已截止'],
    ['has started', { startTime: NOW }, '本課程已開課，無法報名'],
  ])(
    'of a class that %s is shown only to a group that holds seats; its other people are locked',
    async (_, overrides, text) => {
      const { group, members, token } = await buildTeam();
      const trainingClass = await buildClass(portal.db, overrides);
      const refused = await read(trainingClass, token);
      expect([refused.status, classText(refused)]).toEqual([422, [text]]);

      await buildRegistration(portal.db, { class: trainingClass, account: members[0], group });
      const { status, answer } = await read(trainingClass, token);
      expect(status).toBe(200);
      expect(answer.members[1]).toEqual(entry(members[1], { locked: true, reason: text }));
      // Cancelling is possible until the start.
      const started = 'startTime' in overrides;
      expect(answer.members[0]).toMatchObject({
        locked: started,
        reason: started ? '課程已開課，無法取消報名' : null,
      });
    },
  );

  test('of a full class is shown only to a group with seats', async () => {
    const { group, members, token } = await buildTeam();
    const trainingClass = await buildClass(portal.db, { limitNumber: 1 });
    const lastSeat = await buildRegistration(portal.db, {
      class: trainingClass,
      account: await buildAccount(portal.db),
    });
    expect(classText(await read(trainingClass, token))).toEqual(['本課程名額已滿']);
    await portal.db
      .update(registrations)
      .set({ accountId: members[0].id, groupId: group.id })
      .where(eq(registrations.id, lastSeat.id));
    const { answer } = await read(trainingClass, token);
    expect(answer.members.map(({ locked }) => locked)).toEqual([false, false, false]);
  });

  test.each([
    ['is not published', async () => (await buildClass(portal.db, { publishedAt: null })).code],
    ['does not exist', async () => 'NOT-THERE'],
    ['cannot exist', async () => 'a b'],
  ])('of a class that %s is not found', async (_, code) => {
    const { token } = await buildTeam();
    const answer = await read({ code: await code() }, token);
    expect([answer.status, answer.refusal]).toEqual([404, { message: '查無此課程' }]);
  });
});

describe('the group of a call', () => {
  const alsoManage = async ({ manager }: Team) => {
    const group = await buildGroup(portal.db);
    await join(group, { account: manager, role: 'manager' });
    return group;
  };

  test('is the named one', async () => {
    const team = await buildTeam();
    const second = await alsoManage(team);
    const trainingClass = await buildClass(portal.db);
    for (const { code } of [team.group, second]) {
      const { answer } = await read(trainingClass, team.token, code);
      expect(answer.group.code).toBe(code);
      expect(answer.groups.map((group) => group.code)).toEqual([team.group.code, second.code].sort());
    }
    const sent = await submit(trainingClass, {
      token: team.token,
      group: second.code,
      admins: [tick(team.manager)],
    });
    expect([sent.status, sent.answer.group.code]).toEqual([200, second.code]);
  });

  test('is the one that the class is reserved for if a call names none', async () => {
    const team = await buildTeam();
    const second = await alsoManage(team);
    for (const { id, code } of [team.group, second]) {
      const trainingClass = await buildClass(portal.db, { groupId: id, personalAllow: false });
      expect((await read(trainingClass, team.token)).answer.group.code).toBe(code);
      expect((await submit(trainingClass, { token: team.token })).answer.group.code).toBe(code);
    }
  });

  test('is the first group with seats if a read names none; a submission without a group is refused', async () => {
    const team = await buildTeam();
    const second = await alsoManage(team);
    const [empty, trainingClass] = [await buildClass(portal.db), await buildClass(portal.db)];
    const last = team.group.code < second.code ? second : team.group;
    await buildRegistration(portal.db, { class: trainingClass, account: team.manager, group: last });
    expect((await read(trainingClass, team.token)).answer.group.code).toBe(last.code);
    expect((await read(empty, team.token)).answer.group.code).not.toBe(last.code);
    const sent = await submit(trainingClass, { token: team.token, admins: [tick(team.manager)] });
    expect([sent.status, classText(sent)]).toEqual([422, ['請選擇要報名的團體']]);
  });

  test('must be the one that the class is reserved for', async () => {
    const { group, members, token } = await buildTeam();
    const trainingClass = await buildClass(portal.db, {
      groupId: (await buildGroup(portal.db)).id,
      personalAllow: false,
    });
    for (const answer of [
      await read(trainingClass, token),
      await read(trainingClass, token, group.code),
      await submit(trainingClass, { token, members: [tick(members[0])] }),
      await submit(trainingClass, { token, group: group.code, members: [tick(members[0])] }),
    ]) {
      expect([answer.status, classText(answer)]).toEqual([422, ['本課程未開放團體報名']]);
    }
    expect(await storedState(trainingClass)).toEqual({ states: [], number: 0 });
  });
});

describe('submitting the roster', () => {
  test('enrols the newly ticked and cancels the unticked, with an event and a mail each', async () => {
    const { group, manager, members, token } = await buildTeam();
    const [pending, unpaid, idle] = members;
    const gone = await joinFormer(group);
    const trainingClass = await buildClass(portal.db);
    await buildRegistration(portal.db, { class: trainingClass, account: pending, group });
    await buildRegistration(portal.db, { class: trainingClass, account: unpaid, group, state: 'unpaid' });
    await buildRegistration(portal.db, { class: trainingClass, account: gone, group, state: 'unpaid' });
    const { status, answer } = await submit(trainingClass, {
      token,
      admins: [tick(manager)],
      members: [untick(pending), untick(unpaid), tick(idle)],
      had_removed: [untick(gone)],
    });
    expect(status).toBe(200);
    expect(answer).toEqual((await read(trainingClass, token)).answer);
    expect(answer.class.number).toBe(2);
    expect(answer.admins).toEqual([entry(manager, { situation: 'pending', state: true })]);
    expect(answer.members).toEqual([
      entry(pending),
      entry(unpaid),
      entry(idle, { situation: 'pending', state: true }),
    ]);
    expect(answer.had_removed).toEqual([]);
    expect(await storedState(trainingClass)).toEqual({
      states: [
        [manager.id, 'pending'],
        [pending.id, 'cancelled'],
        [unpaid.id, 'cancelled'],
        [idle.id, 'pending'],
        [gone.id, 'cancelled'],
      ],
      number: 2,
    });
    const events = await portal.db
      .select({ accountId: registrations.accountId, action: registrationEvents.action })
      .from(registrationEvents)
      .innerJoin(registrations, eq(registrations.id, registrationEvents.registrationId))
      .where(
        and(
          eq(registrations.classId, trainingClass.id),
          eq(registrationEvents.actor, `account:${manager.id}`),
        ),
      )
      .orderBy(registrations.accountId);
    expect(events).toEqual([
      { accountId: manager.id, action: 'registration.enrol' },
      { accountId: pending.id, action: 'registration.cancel' },
      { accountId: unpaid.id, action: 'registration.cancel' },
      { accountId: idle.id, action: 'registration.enrol' },
      { accountId: gone.id, action: 'registration.cancel' },
    ]);
    const concerned = [manager, ...members, gone].map(({ id }) => id);
    const told = await portal.db.select().from(mails).where(inArray(mails.accountId, concerned));
    expect(told.map(({ accountId, template }) => [accountId, template])).toEqual([
      [pending.id, 'group_cancelled'],
      [unpaid.id, 'group_cancelled'],
      [gone.id, 'group_cancelled'],
      [manager.id, 'group_enrolled'],
      [idle.id, 'group_enrolled'],
    ]);
  });

  test('the same roster again changes nothing, although it lists former members', async () => {
    const { group, members, token } = await buildTeam();
    const gone = await joinFormer(group);
    const trainingClass = await buildClass(portal.db);
    await buildRegistration(portal.db, { class: trainingClass, account: gone, group });
    const sent = { token, members: [tick(members[0]), untick(members[1])], had_removed: [untick(gone)] };
    const first = await submit(trainingClass, sent);
    const [before, events] = [await storedState(trainingClass), await portal.db.$count(registrationEvents)];
    const second = await submit(trainingClass, sent);
    expect([second.status, second.answer]).toEqual([200, first.answer]);
    expect(await storedState(trainingClass)).toEqual(before);
    expect(await portal.db.$count(registrationEvents)).toBe(events);
  });

  test('a roster whose people are enrolled while it waits for the class changes nothing', async () => {
    const { group, manager, members, token } = await buildTeam();
    const trainingClass = await buildClass(portal.db);
    const people = [{ accountId: members[0].id, actor: proveTrainee({ accountId: manager.id }) }];
    const wanted = { code: trainingClass.code, groupId: group.id, people };
    const { sending } = await inTransaction(portal.db, async (tx) => {
      await lockClassByCode(tx, { code: trainingClass.code });
      const sending = submit(trainingClass, { token, members: [tick(members[0])] });
      await untilWaiting(portal.db, sending);
      await takeSeats(tx, wanted, NOW);
      return { sending };
    });
    expect((await sending).status).toBe(200);
    expect(await storedState(trainingClass)).toEqual({ states: [[members[0].id, 'pending']], number: 1 });
  });

  test('leaves the seats of people who are not listed', async () => {
    const { group, members, token } = await buildTeam();
    const trainingClass = await buildClass(portal.db);
    await buildRegistration(portal.db, { class: trainingClass, account: members[0], group });
    const { answer } = await submit(trainingClass, { token, members: [tick(members[1])] });
    expect(answer.members.map(({ state }) => state)).toEqual([true, true, false]);
  });

  test('ignores other fields of its entries', async () => {
    const { members, token } = await buildTeam();
    const trainingClass = await buildClass(portal.db);
    const { status, answer } = await submit(trainingClass, {
      token,
      members: [{ ...tick(members[0]), name: '別人', enable: 1, paid: 1, locked: true, reason: 'x' }],
    });
    expect(status).toBe(200);
    expect(answer.members[0]).toEqual(entry(members[0], { situation: 'pending', state: true }));
  });

  test('enrols a rejected person again', async () => {
    const { group, members, token } = await buildTeam();
    const trainingClass = await buildClass(portal.db);
    await buildRegistration(portal.db, {
      class: trainingClass,
      account: members[0],
      group,
      state: 'rejected',
    });
    const { answer } = await submit(trainingClass, { token, members: [tick(members[0])] });
    expect(answer.members[0]).toEqual(entry(members[0], { situation: 'pending', state: true }));
  });

  test('replaces people of the group in a full class', async () => {
    const { group, members, token } = await buildTeam();
    const trainingClass = await buildClass(portal.db, { limitNumber: 1 });
    await buildRegistration(portal.db, { class: trainingClass, account: members[0], group });
    const { status } = await submit(trainingClass, {
      token,
      members: [untick(members[0]), tick(members[1])],
    });
    expect(status).toBe(200);
    expect(await storedState(trainingClass)).toEqual({
      states: [
        [members[0].id, 'cancelled'],
        [members[1].id, 'pending'],
      ],
      number: 1,
    });
  });

  test('cancels after the enrolment period', async () => {
    const { group, members, token } = await buildTeam();
    const trainingClass = await buildClass(portal.db, { applyUntil: NOW });
    await buildRegistration(portal.db, { class: trainingClass, account: members[0], group });
    const { status, answer } = await submit(trainingClass, { token, members: [untick(members[0])] });
    expect([status, answer.members[0]?.state]).toEqual([200, false]);
  });

  test('a repeat with the same key gets the roster, with another body it is refused, and no identity number is stored', async () => {
    const { members, token } = await buildTeam();
    const trainingClass = await buildClass(portal.db);
    const sent = { token, key: randomUUID(), members: [tick(members[0])] };
    const first = await submit(trainingClass, sent);
    const again = await submit(trainingClass, sent);
    expect([again.status, again.answer]).toEqual([200, first.answer]);
    expect((await submit(trainingClass, { ...sent, members: [tick(members[1])] })).status).toBe(422);
    expect(await storedState(trainingClass)).toMatchObject({ number: 1 });
    const kept = JSON.stringify(await portal.db.select().from(idempotencyKeys));
    expect(kept).toContain(trainingClass.code);
    expect(kept).not.toContain(members[0].idNumber);
  });
});

/** Counts how often each named statement is sent to the database during `work`. */
const countStatements = async (work: () => Promise<unknown>) => {
  const statements = await record(work);
  return (name: string) => statements.filter((statement) => statement.name === name).length;
};

describe('a submission reads the roster once', () => {
  const statementCounts = async (sent: (team: Team) => Partial<Sent>, { twice = false } = {}) => {
    const team = await buildTeam();
    const trainingClass = await buildClass(portal.db);
    await buildRegistration(portal.db, { class: trainingClass, account: team.members[0], group: team.group });
    const body = { token: team.token, ...sent(team) };
    if (twice) await submit(trainingClass, body);
    let answer: unknown;
    const count = await countStatements(async () => {
      answer = (await submit(trainingClass, body)).answer;
    });
    expect(answer).toEqual((await read(trainingClass, team.token)).answer);
    return {
      roster: count('find_roster'),
      takeSeats: count('take_seats'),
      contacts: count('find_contacts'),
    };
  };

  test('when it enrols and cancels', async () => {
    const sent = ({ members }: Team) => ({
      members: [untick(members[0]), tick(members[1]), tick(members[2])],
    });
    expect(await statementCounts(sent)).toEqual({ roster: 1, takeSeats: 1, contacts: 2 });
  });

  test('when it changes nothing', async () => {
    expect(await statementCounts(({ members }) => ({ members: [tick(members[0])] }))).toEqual({
      roster: 1,
      takeSeats: 0,
      contacts: 0,
    });
  });

  test('when it is repeated with the same key', async () => {
    const key = randomUUID();
    const sent = ({ members }: Team) => ({ key, members: [tick(members[1])] });
    expect(await statementCounts(sent, { twice: true })).toEqual({ roster: 1, takeSeats: 0, contacts: 0 });
  });
});

describe('nothing changes', () => {
  /** One member of the group has a pending registration. Each case sends a valid change with an invalid one. */
  const buildCase = async (overrides: Partial<Parameters<typeof buildClass>[1]> = {}) => {
    const team = await buildTeam();
    const trainingClass = await buildClass(portal.db, { limitNumber: 4, ...overrides });
    await buildRegistration(portal.db, { class: trainingClass, account: team.members[0], group: team.group });
    return { ...team, trainingClass };
  };

  const refused = async (trainingClass: TrainingClass, sent: Sent) => {
    const state = async () => ({
      ...(await storedState(trainingClass)),
      mails: await portal.db.$count(mails),
    });
    const before = await state();
    const answer = await submit(trainingClass, sent);
    expect(await state()).toEqual(before);
    return [answer.status, classText(answer)];
  };

  test('when there are too few seats; the refusal does not count those to be given back', async () => {
    const { trainingClass, group, manager, members, token } = await buildCase();
    const [gone] = [await joinFormer(group)];
    await buildRegistration(portal.db, { class: trainingClass, account: gone, group });
    await buildRegistration(portal.db, { class: trainingClass, account: await buildAccount(portal.db) });
    // One is left, one would be given back, three are wanted.
    expect(
      await refused(trainingClass, {
        token,
        admins: [tick(manager)],
        members: [tick(members[0]), tick(members[1]), tick(members[2])],
        had_removed: [untick(gone)],
      }),
    ).toEqual([422, ['名額不足，目前尚餘 1 人']]);
  });

  test('when no seat is left', async () => {
    const { trainingClass, members, token } = await buildCase({ limitNumber: 1 });
    expect(await refused(trainingClass, { token, members: [tick(members[1])] })).toEqual([
      422,
      ['名額不足，目前尚餘 0 人'],
    ]);
  });

  test.each([
    ['reported', '繳費審查中，無法取消報名'],
    ['confirmed', '已繳費，無法取消報名'],
  ] as const)('when somebody unticked is %s', async (state, text) => {
    const { trainingClass, group, members, token } = await buildCase();
    await buildRegistration(portal.db, { class: trainingClass, account: members[1], group, state });
    expect(
      await refused(trainingClass, {
        token,
        members: [untick(members[0]), untick(members[1]), tick(members[2])],
      }),
    ).toEqual([422, [`${members[1].chineseName} ${text}`]]);
  });

  test('when somebody ticked has applied personally or through another group', async () => {
    const { trainingClass, members, token } = await buildCase();
    await buildRegistration(portal.db, { class: trainingClass, account: members[1] });
    const other = await buildGroup(portal.db);
    await join(other, { account: members[2] });
    await buildRegistration(portal.db, { class: trainingClass, account: members[2], group: other });
    for (const account of [members[1], members[2]]) {
      expect(await refused(trainingClass, { token, members: [untick(members[0]), tick(account)] })).toEqual([
        422,
        [`${account.chineseName} 已報名本課程`],
      ]);
      // Unticked, as the roster shows them, they keep the seat that they hold outside the group.
      expect((await submit(trainingClass, { token, members: [untick(account)] })).status).toBe(200);
    }
    expect((await storedState(trainingClass)).number).toBe(3);
  });

  test('when somebody ticked has left, whether they held a seat or not', async () => {
    const { trainingClass, group, members, token } = await buildCase();
    const gone = await joinFormer(group);
    const text = [422, [`${gone.chineseName} 不是此團體的成員`]];
    expect(await refused(trainingClass, { token, had_removed: [tick(gone)] })).toEqual(text);
    await buildRegistration(portal.db, { class: trainingClass, account: gone, group });
    expect((await submit(trainingClass, { token, had_removed: [untick(gone)] })).status).toBe(200);
    expect(
      await refused(trainingClass, { token, members: [untick(members[0])], had_removed: [tick(gone)] }),
    ).toEqual(text);
  });

  test('when somebody ticked has an incomplete profile', async () => {
    const { trainingClass, group, members, token } = await buildCase();
    const newcomer = await join(group, { account: await buildAccount(portal.db, { cellPhone: null }) });
    expect(await refused(trainingClass, { token, members: [tick(members[1]), tick(newcomer)] })).toEqual([
      422,
      [`${newcomer.chineseName} 資格不符，無法報名`],
    ]);
  });

  test.each([
    ['exists', async () => (await buildAccount(portal.db)).id],
    ['does not exist', async () => 987_654_321],
    ['has an id larger than any stored one', async () => Number.MAX_SAFE_INTEGER],
  ])('when a stranger is listed who %s; the refusal names nobody', async (_, stranger) => {
    const { trainingClass, members, token } = await buildCase();
    const id = await stranger();
    for (const list of ['admins', 'members', 'had_removed']) {
      for (const state of [true, false]) {
        expect(
          await refused(trainingClass, { token, members: [tick(members[1])], [list]: [{ id, state }] }),
        ).toEqual([422, ['名單中有人不是此團體的成員，請重新載入後再試']]);
      }
    }
  });

  test.each([
    ['takes no groups', { groupAllow: false }, '本課程未開放團體報名'],
    ['opens later', { applyFrom: new Date(NOW.getTime() + 1) }, '本課程尚未開放報名'],
    ['is past its enrolment period', { applyUntil: NOW }, '本課程報名已截止'],
    ['has started', { startTime: NOW }, '本課程已開課，無法報名'],
  ])('when the class %s', async (_, overrides, text) => {
    const { trainingClass, members, token } = await buildCase(overrides);
    expect(await refused(trainingClass, { token, members: [tick(members[1])] })).toEqual([422, [text]]);
  });

  test('when somebody is unticked in a class that has started', async () => {
    const { trainingClass, members, token } = await buildCase({ startTime: NOW });
    expect(await refused(trainingClass, { token, members: [untick(members[0])] })).toEqual([
      422,
      ['課程已開課，無法取消報名'],
    ]);
  });

  test('when the class does not exist, also without the route’s check', async () => {
    const { group, manager } = await buildTeam();
    const submission = { code: 'NOT-THERE', group: asManaged(group), ticks: [] };
    const by = { actor: proveTrainee({ accountId: manager.id }), now: NOW };
    await expect(inTransaction(portal.db, (tx) => submitRoster(tx, submission, by))).rejects.toMatchObject({
      code: 'class_unknown',
    });
  });

  test('when the class is not published', async () => {
    const { trainingClass, members, token } = await buildCase({ publishedAt: null });
    expect(await refused(trainingClass, { token, members: [untick(members[0])] })).toEqual([
      422,
      ['查無此課程'],
    ]);
  });

  test.each([
    ['is missing', undefined],
    ['is not a list', {}],
    ['has null as an entry', [null]],
    ['has an entry without a tick', [{ id: 1 }]],
    ['has a tick that is not a boolean', [{ id: 1, state: 1 }]],
    ['has an id that is a text', [{ id: '1', state: true }]],
    ['has an id that is not a whole number', [{ id: 1.5, state: true }]],
    ['has an id below one', [{ id: 0, state: true }]],
    ['has more than 1000 entries', Array.from({ length: 1001 }, (_, id) => ({ id: id + 1, state: false }))],
    [
      'names somebody twice',
      [
        { id: 1, state: true },
        { id: 1, state: false },
      ],
    ],
  ])('when a list %s', async (_, list) => {
    const { trainingClass, token } = await buildCase();
    for (const name of ['admins', 'members', 'had_removed']) {
      const answer = await submit(trainingClass, { token, [name]: list });
      expect([answer.status, answer.refusal.errors?.[name]?.[0]]).toEqual([422, '報名名單格式不正確']);
      expect(Object.keys(answer.refusal.errors ?? {})).toEqual([name]);
    }
  });

  test('when somebody is in two lists', async () => {
    const { trainingClass, members, token } = await buildCase();
    const answer = await submit(trainingClass, {
      token,
      members: [tick(members[0])],
      had_removed: [untick(members[0])],
    });
    expect(answer.refusal.errors).toEqual({ had_removed: ['報名名單格式不正確'] });
  });

  test.each([['a b'], [''], ['x'.repeat(41)], [5], [null]])('when the group is %j', async (group) => {
    const { trainingClass, token } = await buildCase();
    const answer = await submit(trainingClass, { token, group: group as string });
    expect([answer.status, answer.refusal.errors]).toEqual([422, { group: ['查無此團體'] }]);
  });

  test.each([['a b'], [undefined], ['NOT-THERE']])('when the class is %j', async (code) => {
    const { token } = await buildTeam();
    const answer = await submit({ code: code as string }, { token });
    expect([answer.status, classText(answer)]).toEqual([422, ['查無此課程']]);
  });
});

describe('access', () => {
  const NOT_YOURS = [422, ['您不是此團體的管理員，無法辦理團體報名']];
  type Who = (team: Team) => Promise<Account | null>;

  const people: Record<string, [Who, read: unknown]> = {
    guest: [async () => null, [401, undefined]],
    'somebody in no group': [() => buildAccount(portal.db), NOT_YOURS],
    'somebody whose profile is not complete': [
      async ({ group }) =>
        join(group, { account: await buildAccount(portal.db, { cellPhone: null }), role: 'manager' }),
      [403, undefined],
    ],
    'a member': [async ({ members }) => members[0], NOT_YOURS],
    'a former member': [({ group }) => joinFormer(group), NOT_YOURS],
    'a manager of another group': [async () => (await buildTeam()).manager, NOT_YOURS],
    'a manager': [async ({ manager }) => manager, [200, undefined]],
    'another manager': [({ group }) => join(group, { role: 'manager' }), [200, undefined]],
  };

  test.each(Object.entries(people))('%s', async (_, [who, expected]) => {
    const team = await buildTeam();
    const { group, members } = team;
    const trainingClass = await buildClass(portal.db);
    const caller = await who(team);
    const token = caller ? await logIn(portal.db, caller) : undefined;
    const looked = await read(trainingClass, token, group.code);
    expect([looked.status, classText(looked)]).toEqual(expected);
    const sent = await submit(trainingClass, { token, group: group.code, members: [tick(members[1])] });
    expect([sent.status, classText(sent)]).toEqual(expected);
    const allowed = looked.status === 200;
    for (const answer of [looked, sent]) {
      expect(JSON.stringify(answer.answer).includes(`${members[1].idNumber}`)).toBe(allowed);
    }
    expect((await storedState(trainingClass)).number).toBe(allowed ? 1 : 0);
  });

  test('the group of other people is answered like one that does not exist', async () => {
    const [{ token }, other] = [await buildTeam(), await buildTeam()];
    const trainingClass = await buildClass(portal.db);
    const theirs = await read(trainingClass, token, other.group.code);
    const none = await read(trainingClass, token, 'NOT-THERE');
    expect([theirs.status, theirs.refusal]).toEqual([none.status, none.refusal]);
    const sent = [
      await submit(trainingClass, { token, group: other.group.code, members: [tick(other.members[0])] }),
      await submit(trainingClass, { token, group: 'NOT-THERE', members: [tick(other.members[0])] }),
    ];
    expect(sent.map(({ status, refusal }) => [status, refusal])).toEqual([
      [theirs.status, theirs.refusal],
      [theirs.status, theirs.refusal],
    ]);
  });
});
