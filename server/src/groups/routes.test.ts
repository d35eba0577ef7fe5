import { login } from '@portal/contract/accounts';
import type { Endpoint } from '@portal/contract/endpoint';
import * as contract from '@portal/contract/groups';
import { and, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount, logIn, PASSWORD } from '../../test/factories/account.ts';
import { buildClass } from '../../test/factories/catalogue.ts';
import { buildGroup, buildMembership } from '../../test/factories/group.ts';
import { buildRegistration } from '../../test/factories/registration.ts';
import { untilWaiting } from '../../test/locks.ts';
import { expectHashesAlike, measured } from '../../test/processor-time.ts';
import { hashPassword } from '../accounts/passwords/passwords.ts';
import { presentPerson } from '../accounts/present.ts';
import { findAccount } from '../accounts/queries.ts';
import { accounts, knownAddresses, sessions, signInAttempts } from '../accounts/tables.ts';
import { STATES } from '../enrolment/states.ts';
import { mails } from '../mail/tables.ts';
import { inTransaction } from '../platform/database/database.ts';
import { addMembership } from './add-membership.ts';
import { memberships } from './tables.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());
afterEach(async () => {
  await portal.db.delete(signInAttempts);
});

type Account = Awaited<ReturnType<typeof buildAccount>>;
type Group = Awaited<ReturnType<typeof buildGroup>>;

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

/** A group with two members, one of them foreign, somebody who left, and a manager, who is logged in. */
const buildTeam = async () => {
  const group = await buildGroup(portal.db);
  const member = await join(group);
  const foreigner = await join(group, { account: await buildAccount(portal.db, { country: 'foreign' }) });
  const former = await join(group, { leftAt: NOW });
  const manager = await join(group, { role: 'manager' });
  return { group, manager, member, foreigner, former, token: await logIn(portal.db, manager) };
};
type Team = Awaited<ReturnType<typeof buildTeam>>;

const inDays = (days: number) => new Date(NOW.getTime() + days * 86_400_000);

const list = (token: string) => portal.call(contract.groups, { token });
const show = ({ code }: Group, type: unknown, token: string | undefined) =>
  portal.call(contract.groupDetail, { params: { GroupCode: code }, body: { type }, token });

interface IdentityNumbers {
  id_number?: unknown;
  passport_no?: unknown;
}
const look = ({ group, token }: Pick<Team, 'group' | 'token'>, numbers: IdentityNumbers) =>
  portal.call(contract.groupMember, { body: { GroupCode: group.code, ...numbers }, token });
const remove = ({ group, token }: Pick<Team, 'group' | 'token'>, numbers: IdentityNumbers) =>
  portal.call(contract.dismissMember, { params: { GroupCode: group.code }, body: numbers, token });

interface Credentials {
  account?: unknown;
  password?: unknown;
  country?: unknown;
}
const credentialsOf = ({ account, country }: Account): Credentials => ({
  account,
  password: PASSWORD,
  country,
});
const add = ({ group, token }: Pick<Team, 'group' | 'token'>, credentials: Credentials) =>
  portal.call(contract.admitMember, { params: { GroupCode: group.code }, body: credentials, token });

/** The rows of the account in the group: none, or one, with `leftAt` if the person has left. */
const membershipsOf = ({ group }: Team, { id }: Account) =>
  portal.db
    .select({ role: memberships.role, leftAt: memberships.leftAt })
    .from(memberships)
    .where(and(eq(memberships.groupId, group.id), eq(memberships.accountId, id)));

const mailsTo = ({ id }: Account) =>
  portal.db
    .select({ template: mails.template, recipient: mails.recipient, data: mails.data })
    .from(mails)
    .where(eq(mails.accountId, id))
    .orderBy(mails.id);

const NOT_THEIRS = { message: '查無此團體' };
const MANAGERS_ONLY = { message: '僅團體管理員可執行此操作' };
const refused = (field: string, text: string) => ({ message: text, errors: { [field]: [text] } });
const ofGroup = (text: string) => refused('Group', text);

describe('access', () => {
  type Who = (team: Team) => Promise<Account>;
  const callers: Record<string, Who> = {
    'somebody in no group': () => buildAccount(portal.db),
    'a former member': async ({ former }) => former,
    'a manager of another group': async () => (await buildTeam()).manager,
    'a member': async ({ member }) => member,
    'another manager': ({ group }) => join(group, { role: 'manager' }),
  };
  type Send = (team: Team, token: string | undefined) => Promise<{ status: number; refusal: unknown }>;
  const managerCalls: [name: string, Send][] = [
    ['groupDetail as admin', ({ group }, token) => show(group, 'admin', token)],
    [
      'groupMember',
      ({ group, member }, token = '') => look({ group, token }, { id_number: member.idNumber }),
    ],
    [
      'admitMember',
      async ({ group }, token = '') => add({ group, token }, credentialsOf(await buildAccount(portal.db))),
    ],
    [
      'dismissMember',
      ({ group, foreigner }, token = '') => remove({ group, token }, { passport_no: foreigner.passportNo }),
    ],
  ];
  const calls: [name: string, Send][] = [
    ...managerCalls,
    ['groupDetail as belong', ({ group }, token) => show(group, 'belong', token)],
  ];
  const expected = (call: string, who: string): unknown => {
    if (who === 'another manager') return 200;
    if (who !== 'a member') return NOT_THEIRS;
    return call === 'groupDetail as belong' ? 200 : MANAGERS_ONLY;
  };

  test.each(
    calls.flatMap(([call, send]) =>
      Object.entries(callers).map(([who, find]) => [call, who, send, find] as const),
    ),
  )('%s by %s', async (call, who, send, find) => {
    const team = await buildTeam();
    const { status, refusal } = await send(team, await logIn(portal.db, await find(team)));
    const answer = expected(call, who);
    if (answer === 200) return expect(status).toBe(200);
    expect([status, refusal]).toEqual([403, answer]);
    expect(await membershipsOf(team, team.foreigner)).toEqual([{ role: 'member', leftAt: null }]);
  });

  test.each(calls)(
    '%s: a group that does not exist is refused like that of other people',
    async (_, send) => {
      const team = await buildTeam();
      for (const code of ['NOT-THERE', team.group.code.toLowerCase()]) {
        const { status, refusal } = await send({ ...team, group: { ...team.group, code } }, team.token);
        expect([status, refusal]).toEqual([403, NOT_THEIRS]);
      }
    },
  );

  test('adding somebody is refused if body and address name different groups', async () => {
    const team = await buildTeam();
    const newcomer = await buildAccount(portal.db);
    const addTo = (GroupCode: string) =>
      portal.call(contract.admitMember, {
        params: { GroupCode: team.group.code },
        body: { GroupCode, ...credentialsOf(newcomer) },
        token: team.token,
      });
    for (const code of ['NOT-THERE', (await buildTeam()).group.code]) {
      const { status, refusal } = await addTo(code);
      expect([status, refusal.errors]).toEqual([422, { GroupCode: ['查無此團體'] }]);
    }
    expect((await addTo(team.group.code)).status).toBe(200);
  });

  const endpoints: [string, Endpoint][] = [
    contract.groups,
    contract.groupDetail,
    contract.groupMember,
    contract.admitMember,
    contract.dismissMember,
  ].map((endpoint) => [endpoint.summary, endpoint]);

  test.each(endpoints)(
    'a guest is told to log in, somebody with an incomplete profile to complete it: %s',
    async (_, endpoint) => {
      const { group } = await buildTeam();
      const params = { GroupCode: group.code };
      const unfinished = await join(group, {
        account: await buildAccount(portal.db, { cellPhone: null }),
        role: 'manager',
      });
      const token = await logIn(portal.db, unfinished);
      expect((await portal.call(endpoint, { params })).status).toBe(401);
      expect((await portal.call(endpoint, { params, token })).refusal).toEqual({
        message: '請先確實填寫個人資料，完成後才能進行其他操作',
      });
    },
  );

  test('the password is not checked for callers who may not add members', async () => {
    const team = await buildTeam();
    const victim = await buildAccount(portal.db);
    const wrong = { ...credentialsOf(victim), password: 'Guess-number-1' };
    for (const account of [team.member, await buildAccount(portal.db)]) {
      const token = await logIn(portal.db, account);
      expect((await add({ ...team, token }, wrong)).status).toBe(403);
    }
    expect(await portal.db.$count(signInAttempts)).toBe(0);
    expect((await add(team, wrong)).status).toBe(422);
    expect(await portal.db.$count(signInAttempts)).toBe(1);
  });
});

describe('the groups of a person', () => {
  test('are those that they manage and those that they belong to, by code', async () => {
    const account = await buildAccount(portal.db);
    const managed = [
      await buildGroup(portal.db, { code: 'OWN-B' }),
      await buildGroup(portal.db, { code: 'OWN-A' }),
    ];
    for (const group of managed) await join(group, { account, role: 'manager' });
    const belong = await buildGroup(portal.db, { code: 'OWN-C' });
    await join(belong, { account });
    await join(await buildGroup(portal.db, { code: 'OWN-D' }), { account, leftAt: NOW });
    await join(await buildGroup(portal.db, { code: 'OWN-E' }), { role: 'manager' });
    const { answer } = await list(await logIn(portal.db, account));
    const listed = ({ id, code, name }: Group) => ({ id, code, name });
    expect(answer).toEqual({
      MangGroups: managed.map(listed).toReversed(),
      BelongGroups: [listed(belong)],
    });
  });

  test('may be none', async () => {
    const { answer } = await list(await logIn(portal.db, await buildAccount(portal.db)));
    expect(answer).toEqual({ MangGroups: [], BelongGroups: [] });
  });
});

describe('a group', () => {
  test('shows its managers all current people with their numbers', async () => {
    const { group, manager, member, foreigner, token } = await buildTeam();
    const shown = ({ id, chineseName, idNumber, passportNo }: Account) => ({
      id,
      name: chineseName,
      id_number: idNumber,
      passport_no: passportNo,
    });
    expect((await show(group, 'admin', token)).answer).toEqual({
      group: { code: group.code, name: group.name },
      admins: [shown(manager)],
      members: [shown(member), shown(foreigner)],
      classInfos: [],
    });
  });

  test.each(['member', 'manager'] as const)('shows only names to a %s who asks as a member', async (who) => {
    const team = await buildTeam();
    const { group, manager, member, foreigner } = team;
    const shown = ({ id, chineseName }: Account) => ({ id, name: chineseName });
    expect((await show(group, 'belong', await logIn(portal.db, team[who]))).answer).toEqual({
      admins: [shown(manager)],
      members: [shown(member), shown(foreigner)],
      classInfos: [],
    });
  });

  test.each([['owner'], [''], [undefined], [null], [1], [['admin']]])('refuses the type %j', async (type) => {
    const { group, token } = await buildTeam();
    const { status, refusal } = await show(group, type, token);
    expect([status, refusal.errors]).toEqual([422, { type: ['資料有誤，請檢查後再送出'] }]);
  });

  test.each(STATES)('lists a class in which somebody is %s if that state holds a seat', async (state) => {
    const { group, member, token } = await buildTeam();
    const trainingClass = await buildClass(portal.db);
    await buildRegistration(portal.db, { class: trainingClass, account: member, group, state });
    const classInfos = ['rejected', 'cancelled'].includes(state)
      ? []
      : [
          {
            id: trainingClass.id,
            organization: '臺北市分會',
            name: '基本救命術訓練',
            start_time: '2026-12-31T10:00:00+08:00',
            code: trainingClass.code,
          },
        ];
    expect((await show(group, 'admin', token)).answer.classInfos).toEqual(classInfos);
    expect((await show(group, 'belong', token)).answer.classInfos).toEqual(classInfos);
  });

  test('lists each class once, latest first, and none with seats taken outside the group', async () => {
    const { group, member, manager, former, token } = await buildTeam();
    const seat = async (startTime: Date, account: Account, through?: Group, more = {}) => {
      const trainingClass = await buildClass(portal.db, { startTime, ...more });
      await buildRegistration(portal.db, {
        class: trainingClass,
        account,
        ...(through && { group: through }),
      });
      return trainingClass;
    };
    const soon = await seat(inDays(3), member, group);
    await buildRegistration(portal.db, { class: soon, account: manager, group });
    const past = await seat(inDays(-300), former, group);
    const late = await seat(inDays(90), member, group);
    await seat(inDays(4), member);
    await seat(
      inDays(5),
      member,
      await (async () => {
        const other = await buildGroup(portal.db);
        await join(other, { account: member });
        return other;
      })(),
    );
    await seat(inDays(6), member, group, { publishedAt: null });
    const { answer } = await show(group, 'belong', token);
    expect(answer.classInfos.map(({ code }) => code)).toEqual([late.code, soon.code, past.code]);
  });
});

describe('a person of the group', () => {
  const wide = (text: string | null) =>
    (text ?? '').replace(/[0-9A-Z]/g, (mark) => String.fromCodePoint((mark.codePointAt(0) ?? 0) + 0xfee0));

  const found: Record<
    string,
    [who: 'member' | 'foreigner' | 'manager', (account: Account) => IdentityNumbers]
  > = {
    'by the ID number': ['member', ({ idNumber }) => ({ id_number: idNumber })],
    'by the passport number': ['foreigner', ({ passportNo }) => ({ passport_no: passportNo })],
    'by both as they are listed': [
      'foreigner',
      ({ idNumber, passportNo }) => ({ id_number: idNumber, passport_no: passportNo }),
    ],
    'with the other number empty': ['member', ({ idNumber }) => ({ id_number: idNumber, passport_no: ' ' })],
    'in small letters': ['member', ({ idNumber }) => ({ id_number: ` ${idNumber?.toLowerCase()} ` })],
    'in full width': ['foreigner', ({ passportNo }) => ({ passport_no: wide(passportNo) })],
    'also if they are a manager': ['manager', ({ idNumber }) => ({ id_number: idNumber })],
  };

  test.each(Object.entries(found))('is found %s', async (_, [who, numbers]) => {
    const team = await buildTeam();
    const { status, answer } = await look(team, numbers(team[who]));
    expect(status).toBe(200);
    expect(answer).toEqual(presentPerson(await findAccount(portal.db, team[who].id)));
    expect(Object.keys(answer)).not.toContain('password_is_birthday');
  });

  const numbersOfNobody: Record<string, (team: Team) => IdentityNumbers | Promise<IdentityNumbers>> = {
    'no number': () => ({}),
    'empty numbers': () => ({ id_number: '', passport_no: null }),
    'the numbers of two people': ({ member, foreigner }) => ({
      id_number: member.idNumber,
      passport_no: foreigner.passportNo,
    }),
    'an ID number sent as a passport number': ({ member }) => ({ passport_no: member.idNumber }),
    'a number that nobody has': () => ({ id_number: 'A123456789' }),
    'the number of somebody who left': ({ former }) => ({ id_number: former.idNumber }),
    'the number of somebody in another group': async () => ({
      id_number: (await buildTeam()).member.idNumber,
    }),
    'the number of somebody in no group': async () => ({
      id_number: (await buildAccount(portal.db)).idNumber,
    }),
  };

  test.each(Object.entries(numbersOfNobody))('is not found, nor removed, by %s', async (_, numbers) => {
    const team = await buildTeam();
    const given = await numbers(team);
    const before = await portal.db.$count(mails);
    const looked = await look(team, given);
    expect([looked.status, looked.refusal]).toEqual([404, { message: '查無資料' }]);
    const removed = await remove(team, given);
    expect([removed.status, removed.refusal]).toEqual([422, ofGroup('此學員不是團體成員')]);
    expect(await portal.db.$count(mails)).toBe(before);
  });

  test.each([
    [{ id_number: 5 }, '身分證字號資料型態不正確'],
    [{ id_number: 'A1\u0000' }, '身分證字號格式不正確'],
    [{ id_number: 'A'.repeat(41) }, '身分證字號格式不正確'],
    [{ passport_no: ['A'] }, '護照號碼或居留證號資料型態不正確'],
    [{ passport_no: "' or 1=1" }, '護照號碼或居留證號格式不正確'],
  ])('is not searched for by %j', async (numbers, text) => {
    const team = await buildTeam();
    const errors = { [Object.keys(numbers)[0] ?? '']: [text] };
    for (const { status, refusal } of [await look(team, numbers), await remove(team, numbers)]) {
      expect([status, refusal.errors]).toEqual([422, errors]);
    }
  });
});

describe('adding a member', () => {
  test.each([
    ['unconfirmed', null, () => ''],
    ['confirmed', NOW, (name: string | null) => name],
  ])('names the manager in the mail only if their mailbox is confirmed: %s', async (_, at, named) => {
    const team = await buildTeam();
    await portal.db.update(accounts).set({ emailConfirmedAt: at }).where(eq(accounts.id, team.manager.id));
    const joiner = await buildAccount(portal.db);
    await add(team, credentialsOf(joiner));
    await remove(team, { id_number: joiner.idNumber, passport_no: null });
    const data = { manager: named(team.manager.chineseName) };
    // Both were queued at the same time, so they are sorted.
    const queued = (await mailsTo(joiner)).toSorted((a, b) => a.template.localeCompare(b.template));
    expect(queued).toMatchObject([
      { template: 'group_added', data },
      { template: 'group_removed', data },
    ]);
  });

  test('makes the person who enters their password a member and mails them', async () => {
    const team = await buildTeam();
    const joiner = await buildAccount(portal.db);
    const { status, answer } = await add(team, credentialsOf(joiner));
    expect([status, answer]).toEqual([200, { message: '已新增成員' }]);
    expect(await membershipsOf(team, joiner)).toEqual([{ role: 'member', leftAt: null }]);
    expect(await mailsTo(joiner)).toEqual([
      {
        template: 'group_added',
        recipient: joiner.email,
        data: { name: joiner.chineseName, group: team.group.name, manager: team.manager.chineseName },
      },
    ]);
    expect(await mailsTo(team.manager)).toEqual([]);
  });

  test.each([
    ['changes the password', async () => ({ passwordHash: await hashPassword('Grey-seal-88') })],
    ['is suspended', async () => ({ suspendedAt: NOW })],
  ])('adds nobody who %s during the password check', async (_, changeOf) => {
    const change = await changeOf();
    const team = await buildTeam();
    const joiner = await buildAccount(portal.db);
    const adding = await portal.db.transaction(async (tx) => {
      await tx.update(accounts).set(change).where(eq(accounts.id, joiner.id));
      const started = add(team, credentialsOf(joiner));
      // The call has read the unchanged account and accepted the password.
      await untilWaiting(portal.db, started);
      return { started };
    });
    expect((await adding.started).status).toBe(422);
    expect(await membershipsOf(team, joiner)).toEqual([]);
    expect(await mailsTo(joiner)).toEqual([]);
  });

  test('starts no session and does not record the address as known for the member', async () => {
    const team = await buildTeam();
    const joiner = await buildAccount(portal.db);
    expect((await add(team, credentialsOf(joiner))).status).toBe(200);
    expect(await portal.db.$count(knownAddresses, eq(knownAddresses.accountId, joiner.id))).toBe(0);
    expect(await portal.db.$count(sessions, eq(sessions.accountId, joiner.id))).toBe(0);
  });

  test('accepts the account as a login does: foreign, in small letters, without the country', async () => {
    const team = await buildTeam();
    const foreigner = await buildAccount(portal.db, { country: 'foreign' });
    const small = { ...credentialsOf(foreigner), account: ` ${foreigner.account?.toLowerCase()} ` };
    expect((await add(team, small)).status).toBe(200);
    const local = await buildAccount(portal.db);
    expect((await add(team, { account: local.account, password: PASSWORD })).status).toBe(200);
  });

  test('brings back a former member', async () => {
    const team = await buildTeam();
    expect((await add(team, credentialsOf(team.former))).status).toBe(200);
    expect(await membershipsOf(team, team.former)).toEqual([{ role: 'member', leftAt: null }]);
    expect((await mailsTo(team.former)).map(({ template }) => template)).toEqual(['group_added']);
  });

  test('a person whom another manager adds meanwhile is refused, without a mail', async () => {
    const team = await buildTeam();
    const joiner = await buildAccount(portal.db);
    const { adding } = await inTransaction(portal.db, async (tx) => {
      const membership = { groupId: team.group.id, accountId: joiner.id };
      await addMembership(tx, membership, { actor: 'system', now: NOW });
      const started = add(team, credentialsOf(joiner));
      await untilWaiting(portal.db, started);
      return { adding: started };
    });
    const { status, refusal } = await adding;
    expect([status, refusal]).toEqual([422, ofGroup('此學員已是團體成員')]);
    expect(await mailsTo(joiner)).toEqual([]);
  });

  test('twice is refused the second time, with one mail', async () => {
    const team = await buildTeam();
    const joiner = await buildAccount(portal.db);
    await add(team, credentialsOf(joiner));
    const { status, refusal } = await add(team, credentialsOf(joiner));
    expect([status, refusal]).toEqual([422, ofGroup('此學員已是團體成員')]);
    expect(await mailsTo(joiner)).toHaveLength(1);
  });

  const WRONG = refused('account', '該學員的帳號密碼有誤');
  const SUSPENDED = refused('account', '此帳號已停用，請洽所屬分會管理人員');
  const suspend = () => buildAccount(portal.db, { suspendedAt: NOW });
  type Case = [who: (team: Team) => Promise<Account>, sent: Credentials, refusal: unknown];
  const cases: Record<string, Case> = {
    'a wrong password': [() => buildAccount(portal.db), { password: 'Guess-number-1' }, WRONG],
    'an unknown account': [() => buildAccount(portal.db), { account: 'A123456789' }, WRONG],
    'what can be no account': [() => buildAccount(portal.db), { account: '\u0000' }, WRONG],
    'the wrong country': [() => buildAccount(portal.db), { country: 'foreign' }, WRONG],
    'a wrong password of somebody suspended': [suspend, { password: 'Guess-number-1' }, WRONG],
    'a wrong password of a member': [async ({ member }) => member, { password: 'Guess-number-1' }, WRONG],
    'somebody suspended': [suspend, {}, SUSPENDED],
    'a member': [async ({ member }) => member, {}, ofGroup('此學員已是團體成員')],
    'a manager': [async ({ manager }) => manager, {}, ofGroup('此學員已是團體管理員')],
    'somebody whose profile is not complete': [
      () => buildAccount(portal.db, { cellPhone: null }),
      {},
      ofGroup('此學員尚未完成個人資料，無法加入團體'),
    ],
  };

  test.each(Object.entries(cases))('%s is refused', async (_, [who, sent, refusal]) => {
    const team = await buildTeam();
    const account = await who(team);
    const before = await membershipsOf(team, account);
    const answer = await add(team, { ...credentialsOf(account), ...sent });
    expect([answer.status, answer.refusal]).toEqual([422, refusal]);
    expect(await membershipsOf(team, account)).toEqual(before);
    expect(await mailsTo(account)).toEqual([]);
    // A right password costs no attempt, even if the call is refused for another reason.
    expect(await portal.db.$count(signInAttempts)).toBe(refusal === WRONG ? 1 : 0);
  });

  test.each([
    ['no account', { account: undefined }, { account: ['請輸入帳號'] }],
    ['an empty password', { password: '' }, { password: ['請輸入密碼'] }],
    ['an unknown country', { country: 'abroad' }, { country: ['請選擇本國人或外國人'] }],
  ])('is refused if the form has %s', async (_, sent, errors) => {
    const team = await buildTeam();
    const { status, refusal } = await add(team, { ...credentialsOf(team.former), ...sent });
    expect([status, refusal.errors]).toEqual([422, errors]);
  });

  test('an unknown account or wrong country is refused after the same time as a wrong password', async () => {
    const team = await buildTeam();
    const joiner = await buildAccount(portal.db, { passwordHash: await hashPassword(PASSWORD) });
    const wrongPassword = { password: 'Guess-number-1' };
    const unknown = [{ account: 'A199999999' }, { country: 'foreign' }] as const;
    const adding = (sent: Partial<Credentials>) =>
      measured(async () => {
        await portal.db.delete(signInAttempts);
        await add(team, { ...credentialsOf(joiner), ...sent });
      });
    for (const sent of unknown) await expectHashesAlike(adding(sent), adding(wrongPassword));
  });

  test('counts towards the login’s password budget', async () => {
    const team = await buildTeam();
    const joiner = await buildAccount(portal.db);
    const wrong = { ...credentialsOf(joiner), password: 'Guess-number-1' };
    for (let n = 0; n < 5; n++) expect((await add(team, wrong)).status).toBe(422);
    const withRightPassword = await add(team, credentialsOf(joiner));
    expect([withRightPassword.status, withRightPassword.headers['retry-after']]).toEqual([429, '900']);
    expect(withRightPassword.refusal).toEqual(refused('account', '嘗試次數過多，請於 900 秒後再試'));
    expect(await membershipsOf(team, joiner)).toEqual([]);
    const loggedIn = await portal.call(login, { body: credentialsOf(joiner) });
    expect([loggedIn.status, loggedIn.refusal]).toEqual([429, withRightPassword.refusal]);
    const other = await buildAccount(portal.db);
    expect((await add(team, credentialsOf(other))).status).toBe(200);
  });
});

describe('removing a member', () => {
  test('marks the member as having left, keeps their seats and mails them', async () => {
    const team = await buildTeam();
    const { group, member, manager } = team;
    const trainingClass = await buildClass(portal.db);
    await buildRegistration(portal.db, { class: trainingClass, account: member, group, state: 'confirmed' });
    const { status, answer } = await remove(team, { id_number: member.idNumber, passport_no: null });
    expect([status, answer]).toEqual([200, { message: '已移除成員' }]);
    expect(await membershipsOf(team, member)).toEqual([{ role: 'member', leftAt: NOW }]);
    expect(await mailsTo(member)).toEqual([
      {
        template: 'group_removed',
        recipient: member.email,
        data: { name: member.chineseName, group: group.name, manager: manager.chineseName },
      },
    ]);
    const { answer: detail } = await show(group, 'belong', team.token);
    expect(detail.members.map(({ id }) => id)).toEqual([team.foreigner.id]);
    expect(detail.classInfos.map(({ code }) => code)).toEqual([trainingClass.code]);
    const { refusal } = await show(group, 'belong', await logIn(portal.db, member));
    expect(refusal).toEqual(NOT_THEIRS);
  });

  test('twice is refused the second time, with one mail', async () => {
    const team = await buildTeam();
    const numbers = { passport_no: team.foreigner.passportNo };
    await remove(team, numbers);
    const { status, refusal } = await remove(team, numbers);
    expect([status, refusal]).toEqual([422, ofGroup('此學員不是團體成員')]);
    expect(await mailsTo(team.foreigner)).toHaveLength(1);
  });

  test.each(['oneself', 'another'])('is refused for a manager: %s', async (which) => {
    const team = await buildTeam();
    const manager = which === 'oneself' ? team.manager : await join(team.group, { role: 'manager' });
    const { status, refusal } = await remove(team, { id_number: manager.idNumber });
    expect([status, refusal]).toEqual([422, ofGroup('無法刪除團體管理員')]);
    expect(await membershipsOf(team, manager)).toEqual([{ role: 'manager', leftAt: null }]);
  });

  test.each([
    ['without a body', {}, undefined, 422],
    ['with an empty one', { 'content-type': 'application/json' }, '', 422],
    ['with one that is broken', { 'content-type': 'application/json' }, '{"id_number":', 400],
    ['with a form', { 'content-type': 'multipart/form-data; boundary=x' }, '--x--\r\n', 415],
    ['with a text', { 'content-type': 'text/plain' }, 'x', 415],
  ])('%s removes nobody', async (_, headers, payload, status) => {
    const team = await buildTeam();
    const response = await portal.app.inject({
      method: 'DELETE',
      url: `/api/class/store/groups/${team.group.code}`,
      headers: { ...headers, authorization: `Bearer ${team.token}` },
      ...(payload === undefined ? {} : { payload }),
    });
    expect(response.statusCode).toBe(status);
    expect((await show(team.group, 'belong', team.token)).answer.members).toHaveLength(2);
  });
});
