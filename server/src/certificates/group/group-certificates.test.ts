import * as contract from '@portal/contract/group-certificates';
import { and, asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount, logIn } from '../../../test/factories/account.ts';
import { buildClass, buildCourse } from '../../../test/factories/catalogue.ts';
import { buildCertificate, buildNeed, buildRenewalRequest } from '../../../test/factories/certificate.ts';
import { buildGroup, buildMembership } from '../../../test/factories/group.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { actDuring } from '../../../test/locks.ts';
import { auditEvents } from '../../audit/tables.ts';
import { groups, memberships } from '../../groups/tables.ts';
import type { Tx } from '../../platform/database/database.ts';
import { certificates } from '../tables.ts';

let portal: TestPortal;
let firstAid: number;
let forklift: number;
beforeAll(async () => {
  portal = await openTestPortal();
  const kindOf = async (code: string, chineseName: string) =>
    (await buildCourse(portal.db, { code, chineseName })).certificateKindId;
  firstAid = await kindOf('AID', '急救人員訓練');
  forklift = await kindOf('LIFT', '堆高機訓練');
  await kindOf('CRANE', '起重機訓練');
});
beforeEach(() => {
  portal.clock.now = NOW;
});
afterAll(() => portal.close());

const DAY = 86_400_000;
const courseOf = async (code: string) => (await buildCourse(portal.db, { code })).id;

const someone = async (chineseName?: string) => {
  const account = await buildAccount(portal.db, chineseName ? { chineseName } : {});
  return { account, token: await logIn(portal.db, account) };
};

/** A group with a manager, 王經理, and members. */
const buildWorkplace = async (...names: string[]) => {
  const [group, manager] = [await buildGroup(portal.db), await someone('王經理')];
  await buildMembership(portal.db, { group, account: manager.account, role: 'manager' });
  const members = [];
  for (const name of names) {
    const member = await someone(name);
    await buildMembership(portal.db, { group, account: member.account });
    members.push(member);
  }
  return { group, params: { GroupCode: group.code }, manager, members };
};

type Workplace = Awaited<ReturnType<typeof buildWorkplace>>;

const show = ({ params }: Workplace, token: string) =>
  portal.call(contract.groupCertificates, { params, token });

const setNeeds = (
  { params, manager }: Workplace,
  needs: unknown,
  { version = 0, token = manager.token } = {},
) => portal.call(contract.setGroupNeeds, { params, token, body: { version, needs } });

const certify = async (account: { id: number }, code: string, endTime: string) =>
  buildCertificate(portal.db, { account, courseId: await courseOf(code), endTime });

const seat = async (
  account: { id: number },
  code: string,
  overrides: object = {},
  registration: object = {},
) =>
  buildRegistration(portal.db, {
    class: await buildClass(portal.db, { courseId: await courseOf(code), fee: 0, ...overrides }),
    account,
    state: 'confirmed',
    ...registration,
  });

const heldBy = (answer: contract.GroupCertificates, name: string) =>
  answer.people.find((person) => person.name === name)?.held;

test('managers see the needed kinds of everybody, and what is missing', async () => {
  const workplace = await buildWorkplace('林有效', '陳將到', '張過期', '李沒有');
  const [valid, ending, expired] = workplace.members.map(({ account }) => account);
  if (!valid || !ending || !expired) throw new Error('three members');
  await certify(valid, 'AID', '2028-05-01');
  await certify(ending, 'AID', '2026-12-20');
  await certify(expired, 'AID', '2026-11-30');
  await certify(valid, 'CRANE', '2028-05-01');
  const { answer } = await setNeeds(workplace, [
    { kind: forklift, count: 5 },
    { kind: firstAid, count: 3 },
  ]);
  const missing = { state: 'missing', until: null, enrolled_from: null, renewal_asked: false };
  expect(answer).toMatchObject({
    group: { code: workplace.group.code, name: workplace.group.name },
    kinds: [
      {
        ...{ id: firstAid, name: '急救人員訓練證', count: 3, valid: 2, ending: 1, under_way: 0, short: 1 },
        to_enrol: [ending.id, expired.id],
      },
      { id: forklift, count: 5, valid: 0, short: 5, to_enrol: answer.people.map(({ id }) => id) },
    ],
  });
  expect(answer.people.map(({ name, manager }) => [name, manager])).toEqual([
    ['王經理', true],
    ['林有效', false],
    ['陳將到', false],
    ['張過期', false],
    ['李沒有', false],
  ]);
  expect(heldBy(answer, '林有效')).toEqual([
    { ...missing, state: 'valid', until: '2028-05-01', due: false },
    { ...missing, due: true },
  ]);
  expect(heldBy(answer, '陳將到')?.[0]).toMatchObject({ state: 'in_30', until: '2026-12-20', due: true });
  expect(heldBy(answer, '張過期')?.[0]).toMatchObject({ state: 'expired', until: '2026-11-30', due: true });
  expect(heldBy(answer, '李沒有')?.[0]).toEqual({ ...missing, due: false });
  expect(JSON.stringify(answer)).not.toContain('起重機');
  expect((await show(workplace, workplace.manager.token)).answer).toEqual(answer);
});

test('a group without needs sees nothing of anybody', async () => {
  const workplace = await buildWorkplace('林有效');
  await certify(workplace.members[0]?.account ?? { id: 0 }, 'AID', '2028-05-01');
  const { answer } = await show(workplace, workplace.manager.token);
  expect(answer).toMatchObject({ version: 0, kinds: [], people: [] });
});

test('a renewed, revoked or corrected certificate does not count', async () => {
  const workplace = await buildWorkplace('林撤銷');
  const certificate = await certify(workplace.members[0]?.account ?? { id: 0 }, 'AID', '2028-05-01');
  await portal.db
    .update(certificates)
    .set({ state: 'revoked', endedAt: NOW, endReason: '資格不符' })
    .where(eq(certificates.id, certificate.id));
  const { answer } = await setNeeds(workplace, [{ kind: firstAid, count: 1 }]);
  expect(heldBy(answer, '林撤銷')?.[0]?.state).toBe('missing');
});

describe('somebody is under way', () => {
  const past = new Date(NOW.getTime() - 10 * DAY);
  const longPast = new Date(NOW.getTime() - 180 * DAY - 1);
  const justNotLongPast = new Date(NOW.getTime() - 180 * DAY);
  const justPast = new Date(NOW.getTime() - 1);
  test.each([
    ['with a seat in a class to come', {}, {}, '2026-12-31'],
    ['under review', {}, { state: 'pending' }, '2026-12-31'],
    ['after a pass without a certificate', { startTime: past }, { result: 1 }, '2026-11-21'],
    ['not after a failure', { startTime: past }, { result: 2 }, null],
    [
      'not if they never paid for a class that is over',
      { startTime: past, fee: 900 },
      { state: 'unpaid' },
      null,
    ],
    ['unpaid in a class of this moment', { startTime: NOW, fee: 900 }, { state: 'unpaid' }, '2026-12-01'],
    [
      'not unpaid in a class that has just ended',
      { startTime: justPast, fee: 900 },
      { state: 'unpaid' },
      null,
    ],
    ['after a pass of 180 days ago', { startTime: justNotLongPast }, { result: 1 }, '2026-06-04'],
    ['not for a class of long ago', { startTime: longPast }, { result: 1 }, null],
    ['not with a cancelled registration', {}, { state: 'cancelled' }, null],
  ])('%s', async (_, trainingClass, registration, day) => {
    const workplace = await buildWorkplace('林報名');
    await seat(workplace.members[0]?.account ?? { id: 0 }, 'AID', trainingClass, registration);
    const { answer } = await setNeeds(workplace, [{ kind: firstAid, count: 2 }]);
    expect(heldBy(answer, '林報名')?.[0]?.enrolled_from).toBe(day);
    expect(answer.kinds[0]?.to_enrol).toHaveLength(day ? 1 : 2);
  });

  test('not with the certificate of that class', async () => {
    const workplace = await buildWorkplace('林發證');
    const account = workplace.members[0]?.account ?? { id: 0 };
    const { id: registrationId } = await seat(account, 'AID', { startTime: past }, { result: 1 });
    const courseId = await courseOf('AID');
    await buildCertificate(portal.db, { account, courseId, registrationId, endTime: '2028-05-01' });
    const { answer } = await setNeeds(workplace, [{ kind: firstAid, count: 1 }]);
    expect(heldBy(answer, '林發證')?.[0]).toMatchObject({ state: 'valid', enrolled_from: null });
  });

  test('with a renewal that is asked for', async () => {
    const workplace = await buildWorkplace('林展延');
    const account = workplace.members[0]?.account ?? { id: 0 };
    const certificate = await buildCertificate(portal.db, { account, endTime: '2026-12-20' });
    await buildRenewalRequest(portal.db, { certificate });
    const { answer } = await setNeeds(workplace, [{ kind: certificate.kindId, count: 1 }]);
    expect(heldBy(answer, '林展延')?.[0]).toMatchObject({ renewal_asked: true, due: true });
    expect(answer.kinds[0]).toMatchObject({ under_way: 1, to_enrol: [] });
  });
});

test('members see what managers see of them, of the needed kinds alone', async () => {
  const workplace = await buildWorkplace('林有效', '別人');
  const [self, other] = workplace.members;
  await certify(self?.account ?? { id: 0 }, 'AID', '2028-05-01');
  await certify(self?.account ?? { id: 0 }, 'CRANE', '2028-05-01');
  await certify(other?.account ?? { id: 0 }, 'AID', '2026-12-20');
  await setNeeds(workplace, [{ kind: firstAid, count: 2 }]);
  const { answer } = await portal.call(contract.ownGroupCertificates, {
    params: workplace.params,
    token: self?.token,
  });
  const held = { state: 'valid', until: '2028-05-01', enrolled_from: null, renewal_asked: false };
  expect(answer).toEqual({ kinds: [{ id: firstAid, name: '急救人員訓練證', held }] });
});

test('who has left is neither seen nor sees anything', async () => {
  const workplace = await buildWorkplace('林離開');
  const { account, token } = workplace.members[0] ?? { account: { id: 0 }, token: '' };
  await certify(account, 'AID', '2028-05-01');
  await portal.db.update(memberships).set({ leftAt: NOW }).where(eq(memberships.accountId, account.id));
  const { answer } = await setNeeds(workplace, [{ kind: firstAid, count: 1 }]);
  expect(answer.people.map(({ name }) => name)).toEqual(['王經理']);
  expect(answer.kinds[0]?.valid).toBe(0);
  const own = await portal.call(contract.ownGroupCertificates, { params: workplace.params, token });
  expect(own.code).toBe('group_not_found');
});

describe('needs', () => {
  test('of two managers who edit at once, the second is told what the first changed', async () => {
    const workplace = await buildWorkplace();
    const second = await someone('趙經理');
    const { group } = workplace;
    await buildMembership(portal.db, { group, account: second.account, role: 'manager' });
    const first = await setNeeds(workplace, [{ kind: firstAid, count: 3 }]);
    const late = await setNeeds(workplace, [{ kind: forklift, count: 5 }], { token: second.token });
    expect([late.status, late.code]).toEqual([409, 'changed_meanwhile']);
    expect(late.refusal).toMatchObject({
      message: '學員 王經理 已於 2026-12-01（二）10:00 設定團體所需證照，請確認後再送出',
      newer: { version: first.answer.version },
    });
    const again = await setNeeds(workplace, [{ kind: forklift, count: 5 }], {
      token: second.token,
      version: first.answer.version,
    });
    expect(again.answer.kinds.map(({ id, count }) => [id, count])).toEqual([[forklift, 5]]);
  });

  test('the same needs again are a success, as after a lost answer', async () => {
    const workplace = await buildWorkplace();
    const needs = [{ kind: firstAid, count: 3 }];
    const first = await setNeeds(workplace, needs);
    expect((await setNeeds(workplace, needs)).answer).toEqual(first.answer);
  });

  test('in another order are the same', async () => {
    const workplace = await buildWorkplace();
    const { group } = workplace;
    await buildNeed(portal.db, { group, kindId: forklift, count: 5 });
    await buildNeed(portal.db, { group, kindId: firstAid, count: 3 });
    const needs = [
      { kind: firstAid, count: 3 },
      { kind: forklift, count: 5 },
    ];
    expect((await setNeeds(workplace, needs)).answer.version).toBe(0);
  });

  test('are changed in the group alone, with an event of what they were and are', async () => {
    const [workplace, other] = [await buildWorkplace(), await buildWorkplace()];
    const kept = await setNeeds(other, [{ kind: firstAid, count: 9 }]);
    const needs = [
      { kind: firstAid, count: 3 },
      { kind: forklift, count: 5 },
    ];
    const first = await setNeeds(workplace, needs.toReversed());
    const repeated = await setNeeds(workplace, needs.toReversed());
    expect(repeated.answer).toEqual(first.answer);
    const { version } = first.answer;
    const more = await setNeeds(
      workplace,
      needs.map((need) => (need.kind === forklift ? { ...need, count: 6 } : need)),
      { version },
    );
    const { answer } = await setNeeds(workplace, [{ kind: firstAid, count: 3 }], {
      version: more.answer.version,
    });
    await setNeeds(workplace, [{ kind: forklift, count: 3 }], { version: answer.version });
    expect((await show(other, other.manager.token)).answer).toEqual(kept.answer);
    const events = await portal.db
      .select({ before: auditEvents.before, after: auditEvents.after })
      .from(auditEvents)
      .where(and(eq(auditEvents.subject, 'group'), eq(auditEvents.subjectId, workplace.group.id)))
      .orderBy(asc(auditEvents.id));
    const [both, six] = [
      ['急救人員訓練證 3 人', '堆高機訓練證 5 人'],
      ['急救人員訓練證 3 人', '堆高機訓練證 6 人'],
    ];
    expect(events).toEqual([
      { before: { needs: [] }, after: { needs: both } },
      { before: { needs: both }, after: { needs: six } },
      { before: { needs: six }, after: { needs: ['急救人員訓練證 3 人'] } },
      { before: { needs: ['急救人員訓練證 3 人'] }, after: { needs: ['堆高機訓練證 3 人'] } },
    ]);
  });

  test('are not set twice at once in a group, but in two groups', async () => {
    const [workplace, other] = [await buildWorkplace(), await buildWorkplace()];
    const lock = (tx: Tx) =>
      tx.select().from(groups).where(eq(groups.id, workplace.group.id)).for('no key update');
    const needs = [{ kind: firstAid, count: 3 }];
    const late = await actDuring(
      portal.db,
      async (tx) => {
        await lock(tx);
        expect((await setNeeds(other, needs)).status).toBe(200);
      },
      () => setNeeds(workplace, needs),
    );
    expect(late.status).toBe(200);
  });

  test('can be removed', async () => {
    const workplace = await buildWorkplace();
    const { answer } = await setNeeds(workplace, [{ kind: firstAid, count: 3 }]);
    const after = await setNeeds(workplace, [], { version: answer.version });
    expect(after.answer).toMatchObject({ kinds: [], people: [] });
  });

  test.each<[string, () => unknown]>([
    [
      'a kind twice',
      () => [
        { kind: firstAid, count: 1 },
        { kind: firstAid, count: 2 },
      ],
    ],
    ['nobody', () => [{ kind: firstAid, count: 0 }]],
    ['more than a thousand', () => [{ kind: firstAid, count: 1001 }]],
    ['half a person', () => [{ kind: firstAid, count: 1.5 }]],
    ['an unknown kind', () => [{ kind: 2_147_483_647, count: 1 }]],
    ['too many kinds', () => Array.from({ length: 21 }, (_, at) => ({ kind: at + 1, count: 1 }))],
    ['no list', () => 'all'],
  ])('%s is refused', async (_, needs) => {
    const workplace = await buildWorkplace();
    expect((await setNeeds(workplace, needs())).status).toBe(422);
    expect((await show(workplace, workplace.manager.token)).answer.kinds).toEqual([]);
  });
});

describe('classes for a need', () => {
  const classesOf = async ({ params, manager }: Workplace, kind: number | string) =>
    portal.call(contract.classesForNeed, { params, token: manager.token, query: { kind: `${kind}` } });
  const codesOf = (answer: contract.ClassForGroup[]) => answer.map(({ code }) => code);

  test('are those of its courses in which the group can enrol now, the first to start at the top', async () => {
    const [workplace, other] = [await buildWorkplace(), await buildWorkplace()];
    const courseId = (await buildCourse(portal.db, { code: 'OPEN', chineseName: '開放訓練' })).id;
    const build = (overrides: object) => buildClass(portal.db, { courseId, ...overrides });
    const tomorrow = new Date(NOW.getTime() + DAY);
    const later = await build({ startTime: new Date(NOW.getTime() + 40 * DAY) });
    const sooner = await build({ applyFrom: NOW });
    const reserved = await build({ startTime: tomorrow, groupId: workplace.group.id, personalAllow: false });
    await build({ groupId: other.group.id, personalAllow: false });
    await build({ groupAllow: false });
    const full = await build({ limitNumber: 1 });
    await buildRegistration(portal.db, { class: full, account: other.manager.account });
    await build({ applyFrom: tomorrow });
    await build({ applyUntil: NOW });
    await build({ startTime: NOW });
    await build({ publishedAt: null });
    await build({ state: 'closed' });
    await buildClass(portal.db);
    const { answer } = await classesOf(workplace, courseId);
    expect(codesOf(answer)).toEqual([reserved.code, sooner.code, later.code]);
  });

  test('are the twenty that start first', async () => {
    const courseId = (await buildCourse(portal.db, { code: 'MANY', chineseName: '常開訓練' })).id;
    const codes: string[] = [];
    for (let day = 21; day > 0; day -= 1) {
      const startTime = new Date(NOW.getTime() + day * DAY);
      codes.unshift((await buildClass(portal.db, { courseId, startTime })).code);
    }
    const { answer } = await classesOf(await buildWorkplace(), courseId);
    expect(codesOf(answer)).toEqual(codes.slice(0, 20));
  });

  test.each(['x', '0', '-1', '1.5', '9999999999', ''])('the kind %j is refused', async (kind) => {
    expect((await classesOf(await buildWorkplace(), kind)).status).toBe(422);
  });
});

describe('access', () => {
  const calls = [
    [contract.groupCertificates, {}],
    [contract.certificateKindsForGroup, {}],
    [contract.setGroupNeeds, { body: { version: 0, needs: [] } }],
    [contract.classesForNeed, { query: { kind: '1' } }],
  ] as const;

  test.each(calls)('%# is for managers of the group', async (call, input) => {
    const [workplace, other] = [await buildWorkplace('林成員'), await buildWorkplace()];
    const { params } = workplace;
    const codeFor = async (token: string | undefined, asked = params) =>
      (await portal.call(call, { params: asked, token, ...input })).code;
    expect(await codeFor(workplace.members[0]?.token)).toBe('group_managers_only');
    expect(await codeFor(other.manager.token)).toBe('group_not_found');
    expect(await codeFor(other.manager.token, { GroupCode: 'NOWHERE' })).toBe('group_not_found');
    expect(await codeFor(other.manager.token, { GroupCode: '堆高機' })).toBe('group_not_found');
    expect((await portal.call(call, { params, ...input })).status).toBe(401);
  });
});
