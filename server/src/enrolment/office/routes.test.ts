import { isoTaipei } from '@portal/contract/dates';
import { records as recordsCall } from '@portal/contract/enrolment';
import type { Action } from '@portal/contract/office/audit';
import type { RegistrationDetail } from '@portal/contract/office/enrolment';
import * as contract from '@portal/contract/office/enrolment';
import { COUNTED_MAX, PAGE_SIZE } from '@portal/contract/office/list';
import { waitingWork } from '@portal/contract/office/reports';
import { exportOwnData } from '@portal/contract/privacy';
import { and, desc, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount, logIn } from '../../../test/factories/account.ts';
import { buildClass, buildCourse, buildOrganization } from '../../../test/factories/catalogue.ts';
import { buildCertificate } from '../../../test/factories/certificate.ts';
import { buildAskedDocument, buildDocument } from '../../../test/factories/document.ts';
import { buildGroup, buildMembership } from '../../../test/factories/group.ts';
import { buildRegistration, buildWaiting } from '../../../test/factories/registration.ts';
import { seenRegistration } from '../../../test/factories/seen.ts';
import { buildStaff, enterOffice, grant } from '../../../test/factories/staff.ts';
import { auditEvents } from '../../audit/tables.ts';
import { coursePrerequisites } from '../../catalogue/tables.ts';
import { classes } from '../../classes/tables.ts';
import { compose } from '../../mail/layout.ts';
import { mails } from '../../mail/tables.ts';
import { rejectedLetter } from '../letters.ts';
import type { State } from '../states.ts';
import { registrationEvents, registrations } from '../tables.ts';

/* 報名審核 through the calls. */

let portal: TestPortal;
let call: TestPortal['call'];
let branch: { id: number };
let elsewhere: { id: number };

type Headers = Record<string, string>;

/** Headers of a page of this site, opened by somebody with this role in the branch. */
const enter = async (role: Parameters<typeof grant>[0], organizationId: number | null): Promise<Headers> => {
  const staff = await buildStaff(portal.db, { grants: [grant(role, organizationId)] });
  return { 'sec-fetch-site': 'same-origin', cookie: await enterOffice(portal.db, staff) };
};

let officer: Headers;

/** A session that is alive when the class has started. */
const lateOfficer = async (): Promise<Headers> => {
  const staff = await buildStaff(portal.db, { grants: [grant('officer', branch.id)] });
  const cookie = await enterOffice(portal.db, staff, { now: portal.clock.now });
  return { 'sec-fetch-site': 'same-origin', cookie };
};

beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  call = portal.call;
  branch = await buildOrganization(portal.db);
  elsewhere = await buildOrganization(portal.db, { code: 'KHH', name: '高雄市分會' });
  officer = await enter('officer', branch.id);
});
afterAll(() => portal.close());

const buildPending = async (overrides: Parameters<typeof buildClass>[1] = {}) => {
  const trainingClass = await buildClass(portal.db, overrides);
  const account = await buildAccount(portal.db);
  return {
    trainingClass,
    account,
    registration: await buildRegistration(portal.db, { class: trainingClass, account }),
  };
};

const idOf = ({ registration }: { registration: { id: number } }) => ({ id: String(registration.id) });

const detail = async (entry: { registration: { id: number } }, headers = officer) =>
  (await call(contract.registrationDetail, { params: idOf(entry), headers })).answer;

type Decision =
  | typeof contract.approveRegistration
  | typeof contract.rejectRegistration
  | typeof contract.reopenRegistration
  | typeof contract.cancelByStaff;

/** Decides about the registration as it is now. */
const decide = async (
  endpoint: Decision,
  entry: { registration: { id: number } },
  body: object,
  headers: typeof officer,
) => {
  const version = await seenRegistration(portal.db, entry.registration);
  return call(endpoint, { params: idOf(entry), body: { version, ...body }, headers });
};

const approve = (entry: { registration: { id: number } }, headers = officer) =>
  decide(contract.approveRegistration, entry, {}, headers);
const reject = (
  entry: { registration: { id: number } },
  body: object = { reason: '資料不符' },
  headers = officer,
) => decide(contract.rejectRegistration, entry, body, headers);
const reopen = (entry: { registration: { id: number } }, headers = officer, reason = '誤退') =>
  decide(contract.reopenRegistration, entry, { reason }, headers);
const cancel = (entry: { registration: { id: number } }, headers = officer) =>
  decide(contract.cancelByStaff, entry, { reason: '課程調整' }, headers);

const seats = async ({ id }: { id: number }) => {
  const [found] = await portal.db.select().from(classes).where(eq(classes.id, id));
  return found?.number;
};

const templatesTo = async ({ id }: { id: number }) => {
  const sent = await portal.db.select().from(mails).where(eq(mails.accountId, id)).orderBy(mails.createdAt);
  return sent.map(({ template }) => template);
};

const auditOf = (action: Action) =>
  portal.db.select().from(auditEvents).where(eq(auditEvents.action, action)).orderBy(auditEvents.id);

describe('the queue', () => {
  test('lists pending registrations within the scope, oldest first', async () => {
    const [first, second] = [await buildPending(), await buildPending()];
    const other = await buildPending({ organizationId: elsewhere.id });
    const { answer } = await call(contract.reviewQueue, { headers: officer });
    expect(answer.rows.map(({ id }) => id)).toEqual([first.registration.id, second.registration.id]);
    expect(answer).toMatchObject({ next: null, previous: null, total: { count: 2, isMore: false } });
    const all = await call(contract.reviewQueue, { headers: await enter('auditor', null) });
    expect(all.answer.rows.map(({ id }) => id)).toContain(other.registration.id);
  });

  test('goes on after the last row of a page, also when that one is decided by then', async () => {
    const trainingClass = await buildClass(portal.db, { limitNumber: 60 });
    const ids: number[] = [];
    for (let n = 0; n <= PAGE_SIZE; n++) {
      const account = await buildAccount(portal.db);
      ids.push((await buildRegistration(portal.db, { class: trainingClass, account })).id);
    }
    const query = { class: trainingClass.code };
    const { answer } = await call(contract.reviewQueue, { query, headers: officer });
    expect(answer.rows.map(({ id }) => id)).toEqual(ids.slice(0, PAGE_SIZE));
    await approve({ registration: { id: ids[PAGE_SIZE - 1] ?? 0 } });
    const next = { ...query, after: answer.next ?? '' };
    const rest = await call(contract.reviewQueue, { query: next, headers: officer });
    expect(rest.answer.rows.map(({ id }) => id)).toEqual(ids.slice(PAGE_SIZE));
    expect(rest.answer).toMatchObject({ next: null, total: { count: PAGE_SIZE, isMore: false } });
  });

  test('leaves out decided registrations', async () => {
    const entry = await buildPending();
    await approve(entry);
    const { answer } = await call(contract.reviewQueue, { headers: officer });
    expect(answer.rows.map(({ id }) => id)).not.toContain(entry.registration.id);
  });

  test('is refused to an instructor', async () => {
    const headers = await enter('instructor', null);
    expect((await call(contract.reviewQueue, { headers })).status).toBe(403);
  });

  test('is filtered by class, course, group, organisation and days of waiting, and lists the choices of each filter', async () => {
    const course = await buildCourse(portal.db, { code: 'LG2', chineseName: '救生員進階訓練' });
    const group = await buildGroup(portal.db);
    const account = await buildAccount(portal.db);
    await buildMembership(portal.db, { group, account });
    const trainingClass = await buildClass(portal.db, { courseId: course.id });
    const wanted = await buildRegistration(portal.db, { class: trainingClass, account, group });
    await buildPending();
    const ids = async (query: Record<string, string>) => {
      const { answer } = await call(contract.reviewQueue, { query, headers: officer });
      return [answer.rows.map(({ id }) => id), answer.total.count];
    };
    for (const query of [{ class: trainingClass.code }, { course: 'LG2' }, { group: group.code }]) {
      expect([query, await ids(query)]).toEqual([query, [[wanted.id], 1]]);
    }
    expect(await ids({ organization: String(elsewhere.id) })).toEqual([[], 0]);
    expect(await ids({ days: '1' })).toEqual([[], 0]);
    const createdAt = new Date(NOW.getTime() - 86_400_000);
    await portal.db.update(registrations).set({ createdAt }).where(eq(registrations.id, wanted.id));
    expect(await ids({ days: '1' })).toEqual([[wanted.id], 1]);
    const filters = (await call(contract.reviewFilters, { headers: officer })).answer;
    expect(filters.groups).toEqual([{ code: group.code, name: group.name, waiting: 1, isMore: false }]);
    expect(filters.courses.find(({ code }) => code === 'LG2')?.waiting).toBe(1);
    expect(filters.organizations.map(({ id }) => id)).toEqual([branch.id]);
  });

  test.each(['branch', 'elsewhere'] as const)('narrows the choices of the filter to %s', async (name) => {
    for (const { id } of [branch, elsewhere]) await buildPending({ organizationId: id });
    const chosen = { branch, elsewhere }[name].id;
    const choices = async (headers: Headers) =>
      (await call(contract.reviewFilters, { query: { organization: String(chosen) }, headers })).answer;
    const everywhere = await choices(await enter('officer', null));
    expect(everywhere.organizations.map(({ id }) => id)).toEqual([chosen]);
    const codes = await portal.db.select().from(classes).where(eq(classes.organizationId, chosen));
    expect(codes.map(({ code }) => code)).toEqual(
      expect.arrayContaining(everywhere.classes.map(({ code }) => code)),
    );
    const own = await choices(officer);
    expect(own.organizations.map(({ id }) => id)).toEqual(name === 'branch' ? [branch.id] : []);
  });

  test('counts 1001 for more than 1000 waiting registrations, and says that there are more', async () => {
    const { id: organizationId } = await buildOrganization(portal.db, { code: 'BUSY', name: '繁忙分會' });
    const trainingClass = await buildClass(portal.db, { organizationId, limitNumber: COUNTED_MAX + 5 });
    await buildWaiting(portal.db, trainingClass, COUNTED_MAX);
    const reader = await enter('officer', organizationId);
    const choice = async () =>
      (await call(contract.reviewFilters, { headers: reader })).answer.classes.map(({ waiting, isMore }) => [
        waiting,
        isMore,
      ]);
    expect(await choice()).toEqual([[COUNTED_MAX, false]]);
    await buildWaiting(portal.db, trainingClass, 5);
    expect(await choice()).toEqual([[COUNTED_MAX + 1, true]]);
    const { answer } = await call(waitingWork, { headers: reader });
    expect(answer.review).toEqual({ count: COUNTED_MAX + 1, oldestAt: isoTaipei(NOW) });
  });

  test.each([{ after: 'x' }, { sort: 'name' }, { class: '<b>' }, { days: '-1' }, { days: '0' }])(
    'refuses %j',
    async (query) => {
      expect((await call(contract.reviewQueue, { query, headers: officer })).status).toBe(422);
    },
  );

  test('masks identity numbers', async () => {
    const entry = await buildPending();
    const { answer } = await call(contract.reviewQueue, { headers: officer });
    expect(answer.rows.at(-1)?.person.identity).toMatch(/^[A-Z]\d\d\*{5}\d\d$/);
    expect(JSON.stringify(answer)).not.toContain(entry.account.account);
  });
});

describe('one registration', () => {
  test('is shown with the facts that a decision needs', async () => {
    const entry = await buildPending();
    const answer = await detail(entry);
    expect(answer).toMatchObject({
      state: 'pending',
      concerns: ['photo_missing'],
      can: {
        approve: { allowed: true, why: null },
        reopen: { allowed: false, why: '此報名目前為「待審核」，無法執行此操作' },
      },
      class: { code: entry.trainingClass.code, limit: 20, number: 1 },
    });
    expect(JSON.stringify(answer)).not.toContain(entry.account.account);
  });

  test('of another branch is not found by any call', async () => {
    const entry = await buildPending({ organizationId: elsewhere.id });
    const params = idOf(entry);
    expect((await call(contract.registrationDetail, { params, headers: officer })).status).toBe(404);
    expect((await call(contract.registrationPhoto, { params, headers: officer })).status).toBe(422);
    for (const act of [approve, reject, reopen, cancel]) {
      const { status, refusal } = await (act as typeof approve)(entry);
      expect([status, refusal.message]).toEqual([422, '查無此報名紀錄']);
    }
    expect((await detail(entry, await enter('officer', null))).state).toBe('pending');
  });

  test('may be read, not changed, by an auditor', async () => {
    const entry = await buildPending();
    const { can } = await detail(entry, await enter('auditor', branch.id));
    expect(Object.values(can).map(({ allowed }) => allowed)).toEqual(
      Array(Object.keys(can).length).fill(false),
    );
    expect(can.approve.why).toBe('您沒有執行此操作的權限');
  });

  test.each([
    ['2030-12-31', 'valid'],
    ['2026-12-30', 'expired'],
    [null, 'none'],
  ] as const)('shows a certificate until %s as %s', async (endTime, validity) => {
    const required = await buildCourse(portal.db, { code: 'REQ', chineseName: '初級訓練' });
    const course = await buildCourse(portal.db, { code: 'ADV', chineseName: '高級訓練' });
    await portal.db
      .insert(coursePrerequisites)
      .values({ courseId: course.id, requiresId: required.id })
      .onConflictDoNothing();
    const entry = await buildPending({ courseId: course.id });
    if (endTime !== null) {
      const holder = { account: entry.account, courseId: required.id };
      await buildCertificate(portal.db, { ...holder, issuedOn: '2020-01-01', endTime });
    }
    const { prerequisites, concerns } = await detail(entry);
    expect(prerequisites).toMatchObject([{ course: '初級訓練', validity, endTime }]);
    expect(concerns.filter((concern) => concern.startsWith('prerequisite'))).toEqual(
      { valid: [], expired: ['prerequisite_expired'], none: ['prerequisite_missing'] }[validity],
    );
  });

  test('shows the certificate that expires last, of two on one day the later one, and none that was revoked', async () => {
    const required = await buildCourse(portal.db, { code: 'REQ', chineseName: '初級訓練' });
    const course = await buildCourse(portal.db, { code: 'ADV', chineseName: '高級訓練' });
    await portal.db
      .insert(coursePrerequisites)
      .values({ courseId: course.id, requiresId: required.id })
      .onConflictDoNothing();
    const entry = await buildPending({ courseId: course.id });
    const numbers = [];
    const lapsed = { state: 'lapsed', endedAt: NOW } as const;
    for (const [endTime, state] of [
      ['2030-12-31', lapsed],
      ['2030-12-31', {}],
      ['2029-12-31', lapsed],
      ['2031-12-31', { ...lapsed, state: 'revoked' as const }],
    ] as const) {
      const holder = { account: entry.account, courseId: required.id };
      const held = { ...holder, issuedOn: '2020-01-01', endTime, ...state };
      const { number } = await buildCertificate(portal.db, held);
      numbers.push(number);
    }
    const { prerequisites } = await detail(entry);
    expect(prerequisites).toMatchObject([{ number: numbers[1], endTime: '2030-12-31' }]);
  });

  let serial = 0;
  const buildNewCourse = () => {
    serial += 1;
    return buildCourse(portal.db, { code: `NEW${serial}`, chineseName: `新訓練 ${serial}` });
  };

  type AskedDocument = Partial<Parameters<typeof buildAskedDocument>[1]>;

  test.each<[string, AskedDocument, 'nobody' | 'the person' | 'another person', boolean]>([
    ['that is required', {}, 'nobody', true],
    ['that was added', {}, 'the person', false],
    ['that another person added', {}, 'another person', true],
    ['that is not required', { required: false }, 'nobody', false],
    ['that was withdrawn', { withdrawnAt: NOW }, 'nobody', false],
  ])(
    'compares the documents with what its course asks for: a document %s',
    async (_, asked, by, isMissing) => {
      const [course, otherCourse] = [await buildNewCourse(), await buildNewCourse()];
      const trainingClass = await buildClass(portal.db, { courseId: course.id });
      const [mine, theirs] = [await buildAccount(portal.db), await buildAccount(portal.db)];
      const registration = await buildRegistration(portal.db, { class: trainingClass, account: mine });
      const other = await buildRegistration(portal.db, { class: trainingClass, account: theirs });
      await buildAskedDocument(portal.db, { courseId: otherCourse.id });
      const { id: courseDocumentId } = await buildAskedDocument(portal.db, { courseId: course.id, ...asked });
      const adder = { nobody: null, 'the person': registration, 'another person': other }[by];
      if (adder) await buildDocument(portal.services, { registration: adder, courseDocumentId });
      await buildDocument(portal.services, { registration, slot: 2 });
      expect((await detail({ registration })).concerns.includes('document_missing')).toBe(isMissing);
    },
  );

  test('shows other registrations, and those at overlapping hours as a concern', async () => {
    const entry = await buildPending();
    const { account } = entry;
    const past = await buildClass(portal.db, { startTime: new Date(NOW.getTime() - 86_400_000) });
    await buildRegistration(portal.db, { class: past, account, state: 'confirmed', result: 1 });
    const other = await buildClass(portal.db);
    await buildRegistration(portal.db, { class: other, account });
    const shown = await detail(entry);
    expect(shown.others).toMatchObject([{ result: 1, class: { code: past.code } }]);
    expect(shown.overlapping).toMatchObject([{ class: { code: other.code } }]);
    expect(shown.concerns).toContain('overlap');
  });

  test('shows the identity number and birth date only on demand, and logs it each time', async () => {
    const [, entry] = [await buildPending(), await buildPending()];
    const params = idOf(entry);
    const before = (await auditOf('person.show_identity')).length;
    for (let n = 0; n < 2; n++) {
      const { answer } = await call(contract.showIdentity, { params, headers: officer });
      expect(answer).toEqual({ identity: entry.account.account, birthday: entry.account.birthday });
    }
    const looks = (await auditOf('person.show_identity')).slice(before);
    expect(looks).toMatchObject(Array(2).fill({ subject: 'registration', subjectId: entry.registration.id }));
    expect(JSON.stringify(looks)).not.toContain(entry.account.account);
    expect(
      (await call(contract.showIdentity, { params, headers: await enter('cashier', branch.id) })).status,
    ).toBe(403);
  });

  test('shows the photo and logs it each time', async () => {
    const key = 'photos/of-somebody';
    await portal.services.files.put(key, Buffer.from([0xff, 0xd8, 0xff]));
    const account = await buildAccount(portal.db, { photoKey: key });
    const trainingClass = await buildClass(portal.db);
    const registration = await buildRegistration(portal.db, { class: trainingClass, account });
    const url = `/api/office/registrations/${registration.id}/photo`;
    const response = await portal.app.inject({ url, headers: officer });
    expect([
      response.statusCode,
      response.headers['content-type'],
      response.headers['cache-control'],
    ]).toEqual([200, 'image/jpeg', 'no-store']);
    expect((await auditOf('person.show_photo')).at(-1)?.subjectId).toBe(registration.id);
    const without = await buildPending();
    const missing = await call(contract.registrationPhoto, { params: idOf(without), headers: officer });
    expect(missing.status).toBe(404);
  });
});

describe('a decision', () => {
  test('is made, and the person gets a mail', async () => {
    const entry = await buildPending();
    expect((await approve(entry)).answer).toMatchObject({ state: 'unpaid', reason: null });
    expect((await reject(entry)).answer).toMatchObject({ state: 'rejected', reason: '資料不符' });
    expect((await reopen(entry)).answer).toMatchObject({ state: 'pending', reason: null });
    expect((await cancel(entry)).answer).toMatchObject({
      state: 'cancelled',
      reason: '課程調整',
      ledger: { balance: 0 },
    });
    expect(await templatesTo(entry.account)).toEqual([
      'approved',
      'rejected',
      'reopened',
      'cancelled_by_staff',
    ]);
    expect(await seats(entry.trainingClass)).toBe(0);
  });

  test('may be repeated by the same person', async () => {
    const entry = await buildPending();
    const body = { version: 0 };
    const approveAgain = () =>
      call(contract.approveRegistration, { params: idOf(entry), body, headers: officer });
    for (let n = 0; n < 2; n++) expect((await approveAgain()).status).toBe(200);
    expect(await templatesTo(entry.account)).toEqual(['approved']);
  });

  test('by a colleague is reported to the second person with name, time and decision', async () => {
    const colleague = await buildStaff(portal.db, { name: '林承辦', grants: [grant('officer', branch.id)] });
    const other = { 'sec-fetch-site': 'same-origin', cookie: await enterOffice(portal.db, colleague) };
    const entry = await buildPending();
    const { version } = await detail(entry);
    await approve(entry, other);
    const body = { version, reason: '資料不符' };
    const late = await call(contract.rejectRegistration, { params: idOf(entry), body, headers: officer });
    const text = '林承辦 已於 2026-12-01（二）10:00 通過資格審核，請確認後再送出';
    expect([late.status, late.refusal.message]).toEqual([409, text]);
    expect((await detail(entry)).state).toBe('unpaid');
    expect(await templatesTo(entry.account)).toEqual(['approved']);
  });

  test('to reject needs a reason, of phrases or free text', async () => {
    const entry = await buildPending();
    const nothing = await reject(entry, {});
    expect(nothing.refusal.errors).toEqual({ reason: ['請填寫原因或勾選退回理由'] });
    expect((await reject(entry, { phraseIds: [999_999] })).refusal.message).toBe(
      '所選的退回理由已不存在，請重新選擇',
    );
    const admin = await enter('admin', null);
    const add = async (text: string) => {
      const { answer } = await call(contract.addPhrase, { body: { text }, headers: admin });
      return answer.find((phrase) => phrase.text === text)?.id;
    };
    const ids = [await add('照片不符規定'), await add('未附體檢證明')];
    const body = { phraseIds: ids.toReversed(), reason: '請補件' };
    expect((await reject(entry, body)).answer.reason).toBe('未附體檢證明\n照片不符規定\n請補件');
    const long = { reason: '字'.repeat(501) };
    expect((await reject(await buildPending(), long)).status).toBe(422);
    const tooLong = { phraseIds: ids, reason: '字'.repeat(490) };
    expect((await reject(await buildPending(), tooLong)).refusal.message).toBe('原因合計不得超過 500 個字元');
  });
});

describe('reopening', () => {
  const rejected = async (overrides: Parameters<typeof buildClass>[1] = {}) => {
    const entry = await buildPending(overrides);
    await reject(entry);
    return entry;
  };

  test('takes a seat again', async () => {
    const entry = await rejected({ limitNumber: 1 });
    expect(await seats(entry.trainingClass)).toBe(0);
    await reopen(entry);
    expect(await seats(entry.trainingClass)).toBe(1);
  });

  test.each([
    [1500, true],
    [0, false],
  ])('tells the person whether there is a fee of %i to pay', async (fee, toPay) => {
    const entry = await rejected({ fee });
    await reopen(entry);
    const sent = await portal.db.select().from(mails).where(eq(mails.accountId, entry.account.id));
    expect(sent.find(({ template }) => template === 'reopened')?.data).toMatchObject({ toPay });
  });

  test('needs a reason, which stands in the history and not in the records of the person', async () => {
    const entry = await rejected();
    expect((await reopen(entry, officer, ' ')).refusal.errors).toEqual({ reason: ['請輸入原因'] });
    await reopen(entry);
    const { id } = entry.registration;
    const [last] = await portal.db
      .select({ action: registrationEvents.action, note: registrationEvents.note })
      .from(registrationEvents)
      .where(eq(registrationEvents.registrationId, id))
      .orderBy(desc(registrationEvents.id));
    expect(last).toEqual({ action: 'registration.reopen', note: '誤退' });
    const records = await call(recordsCall, { token: await logIn(portal.db, entry.account) });
    expect(JSON.stringify(records.answer)).not.toContain('誤退');
  });

  test('is refused if no seat is left', async () => {
    const entry = await rejected({ limitNumber: 1 });
    await buildRegistration(portal.db, {
      class: entry.trainingClass,
      account: await buildAccount(portal.db),
    });
    expect((await reopen(entry)).refusal.message).toBe('此班名額已滿');
    expect((await detail(entry)).state).toBe('rejected');
  });

  test('is refused if the person has enrolled again', async () => {
    const entry = await rejected();
    await buildRegistration(portal.db, { class: entry.trainingClass, account: entry.account });
    expect((await reopen(entry)).refusal.message).toBe('此學員已報名本課程');
    expect(await seats(entry.trainingClass)).toBe(1);
  });

  test('is refused once the class has started', async () => {
    const entry = await rejected();
    portal.clock.now = entry.trainingClass.startTime;
    const headers = await lateOfficer();
    expect((await reopen(entry, headers)).refusal.message).toBe('課程已開課，無法重新審核');
    portal.clock.now = NOW;
  });
});

/** The amounts that are due. */
const refundsIn = ({ ledger }: RegistrationDetail): number[] =>
  ledger.entries.flatMap(({ kind, amount }) => (kind === 'refund_due' ? [amount] : []));

describe('a cancellation by staff', () => {
  const inState = async (state: State, overrides: Parameters<typeof buildClass>[1] = {}) => {
    const trainingClass = await buildClass(portal.db, overrides);
    const account = await buildAccount(portal.db);
    return {
      trainingClass,
      account,
      registration: await buildRegistration(portal.db, { class: trainingClass, account, state }),
    };
  };

  test.each([
    ['pending', 0],
    ['unpaid', 0],
    ['reported', 0],
    ['confirmed', 1500],
  ] as const)('of a %s registration gives back its seat and makes %d a refund due', async (state, amount) => {
    const entry = await inState(state);
    const { answer } = await cancel(entry);
    expect(refundsIn(answer)).toEqual(amount ? [amount] : []);
    expect([answer.state, await seats(entry.trainingClass)]).toEqual(['cancelled', 0]);
    const [mail] = await portal.db.select().from(mails).where(eq(mails.accountId, entry.account.id));
    expect(mail?.data).toMatchObject({
      reason: '課程調整',
      refund: amount,
      reported: state === 'reported' ? 1500 : 0,
    });
  });

  test('makes no refund due in a free class', async () => {
    expect(refundsIn((await cancel(await inState('confirmed', { fee: 0 }))).answer)).toEqual([]);
  });

  test('is shown in the person’s records until they enrol again', async () => {
    const entry = await inState('unpaid');
    await cancel(entry);
    const token = await logIn(portal.db, entry.account);
    const shown = async () => (await call(recordsCall, { token })).answer.UncheckedRecords;
    expect(await shown()).toMatchObject([
      { enable: 0, paid: 0, reason: '主辦分會已取消報名：課程調整', can_cancel: false },
    ]);
    await buildRegistration(portal.db, { class: entry.trainingClass, account: entry.account });
    expect(await shown()).toMatchObject([{ enable: null, paid: 0, reason: null }]);
  });

  test('twice makes one refund due', async () => {
    const entry = await inState('confirmed');
    const version = await seenRegistration(portal.db, entry.registration);
    await cancel(entry);
    const body = { version, reason: '課程調整' };
    const again = await call(contract.cancelByStaff, { params: idOf(entry), body, headers: officer });
    expect(refundsIn(again.answer)).toEqual([1500]);
  });

  test('is refused for a rejected registration and after a result', async () => {
    expect((await cancel(await inState('rejected'))).status).toBe(422);
    const past = await buildClass(portal.db, { startTime: new Date(NOW.getTime() - 1000) });
    const account = await buildAccount(portal.db);
    const given = { class: past, account, state: 'confirmed', result: 1 } as const;
    const registration = await buildRegistration(portal.db, given);
    expect((await cancel({ registration } as Parameters<typeof cancel>[0])).refusal.message).toBe(
      '已有成績，無法取消報名',
    );
  });
});

describe('a bulk approval', () => {
  const approveAll = async (ids: number[], version = 0) => {
    const body = { registrations: ids.map((id) => ({ id, version })) };
    return (await call(contract.approveRegistrations, { body, headers: officer })).answer.results;
  };

  const unobjected = async () => {
    const account = await buildAccount(portal.db, { photoKey: `photos/${Math.random()}` });
    const trainingClass = await buildClass(portal.db);
    return buildRegistration(portal.db, { class: trainingClass, account });
  };

  test('answers for each registration: done, or why not', async () => {
    const [fine, doubtful] = [await unobjected(), await buildPending()];
    const decided = await buildPending();
    await reject(decided);
    const other = await buildPending({ organizationId: elsewhere.id });
    const ids = [fine.id, doubtful.registration.id, decided.registration.id, other.registration.id, fine.id];
    const results = await approveAll(ids);
    expect(results.map(({ done, why }) => [done, why])).toEqual([
      [true, null],
      [false, '未上傳照片，請逐筆審核'],
      [false, expect.stringMatching(/^承辦人\d+ 已於 .+ 退回資格審核，請確認後再送出$/)],
      [false, '查無此報名紀錄'],
    ]);
    expect((await detail(doubtful)).state).toBe('pending');
    expect(await templatesTo(doubtful.account)).toEqual([]);
  });

  const undoAll = (results: readonly { id: number; version: number | null }[], headers = officer) => {
    const registrations = results.map(({ id, version }) => ({ id, version: version ?? 0 }));
    return call(contract.undoApprovals, { body: { registrations }, headers });
  };

  const stateOf = async (registration: { id: number }) => (await detail({ registration })).state;

  test('is undone as it was made; what was not approved stays as it is', async () => {
    const [first, second, doubtful] = [await unobjected(), await unobjected(), await buildPending()];
    const results = await approveAll([first.id, second.id, doubtful.registration.id]);
    expect(results.map(({ version }) => version !== null)).toEqual([true, true, false]);
    const { answer } = await undoAll(results);
    expect(answer.results.map(({ done, why }) => [done, why])).toEqual([
      [true, null],
      [true, null],
      [false, '通知信已寄出，無法復原；如需更正，請退回或取消報名'],
    ]);
    expect(await stateOf(first)).toBe('pending');
    expect(await stateOf(second)).toBe('pending');
  });

  test('is undone in part if something changed meanwhile, and says by whom', async () => {
    const [plain, decided] = [await unobjected(), await unobjected()];
    const results = await approveAll([plain.id, decided.id]);
    const other = await enter('officer', branch.id);
    await call(contract.cancelByStaff, {
      params: { id: `${decided.id}` },
      body: { reason: '課程調整', version: results[1]?.version ?? 0 },
      headers: other,
    });
    const { answer } = await undoAll(results);
    expect(answer.results.map(({ done, why }) => [done, why])).toEqual([
      [true, null],
      [false, expect.stringMatching(/^承辦人\d+ 已於 .+ 由承辦取消報名，請確認後再送出$/)],
    ]);
    expect([await stateOf(plain), await stateOf(decided)]).toEqual(['pending', 'cancelled']);
  });

  test('that was sent twice is undone by either answer, and undoing it twice is no error', async () => {
    const { id } = await unobjected();
    const first = await approveAll([id]);
    expect(await approveAll([id])).toEqual(first);
    for (let n = 0; n < 2; n++) expect((await undoAll(first)).answer.results).toMatchObject([{ done: true }]);
  });

  test('of a branch cannot be undone from another one', async () => {
    const [own] = await approveAll([(await unobjected()).id]);
    const stranger = await enter('officer', elsewhere.id);
    expect((await undoAll([own ?? { id: 0, version: 0 }], stranger)).answer.results).toMatchObject([
      { done: false, why: '查無此報名紀錄' },
    ]);
  });

  test('that two officers undo at once is undone once', async () => {
    const ids = [(await unobjected()).id, (await unobjected()).id];
    const results = await approveAll(ids);
    const answers = await Promise.all([undoAll(results), undoAll(results)]);
    for (const { answer } of answers) expect(answer.results).toMatchObject([{ done: true }, { done: true }]);
    const undone = await portal.db
      .select()
      .from(registrationEvents)
      .where(
        and(
          inArray(registrationEvents.registrationId, ids),
          eq(registrationEvents.action, 'registration.undo_approval'),
        ),
      );
    expect(undone).toHaveLength(2);
  });
});

describe('notes', () => {
  const hostile = '<img src=x onerror=alert(1)>\n</script><script>alert(2)</script>{{7*7}}';

  test('are stored as typed, and only staff see them', async () => {
    const entry = await buildPending();
    const { answer } = await call(contract.addNote, {
      params: idOf(entry),
      body: { text: hostile },
      headers: officer,
    });
    expect(answer.notes).toMatchObject([{ text: hostile }]);
    const token = await logIn(portal.db, entry.account);
    const records = await call(recordsCall, { token });
    expect(JSON.stringify(records.answer)).not.toContain('onerror');
    const own = await portal.app.inject({
      method: 'POST',
      url: exportOwnData.path,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(own.body).not.toContain('onerror');
    expect(JSON.stringify(await auditOf('registration.note'))).not.toContain('onerror');
  });

  test('are added once for each key', async () => {
    const entry = await buildPending();
    const headers = { ...officer, 'idempotency-key': 'note' };
    const add = () => call(contract.addNote, { params: idOf(entry), body: { text: '一次' }, headers });
    await add();
    expect((await add()).answer.notes).toHaveLength(1);
  });

  test('and reasons with markup reach the person as text', async () => {
    const entry = await buildPending();
    await reject(entry, { reason: hostile });
    const token = await logIn(portal.db, entry.account);
    const { answer } = await call(recordsCall, { token });
    expect(answer.UncheckedRecords[0]?.reason).toBe(hostile);
    const [mail] = await portal.db.select().from(mails).where(eq(mails.accountId, entry.account.id));
    const data = mail?.data as Parameters<typeof rejectedLetter>[0];
    const { html } = compose(rejectedLetter(data), 'https://portal.example');
    expect(mail?.template).toBe(rejectedLetter.template);
    expect(html).not.toContain('<img');
    expect(html).not.toContain('<script');
  });
});

describe('phrases', () => {
  let admin: Headers;
  beforeAll(async () => {
    admin = await enter('admin', null);
  });
  const add = (text: string) => call(contract.addPhrase, { body: { text }, headers: admin });

  test('are added, edited, ordered and removed by an administrator', async () => {
    const before = (await call(contract.reviewPhrases, { headers: officer })).answer;
    await add('甲');
    const added = (await add('乙')).answer.slice(before.length);
    expect(added.map(({ text, version }) => [text, version])).toEqual([
      ['甲', 1],
      ['乙', 1],
    ]);
    const [first, second] = added;
    if (!first || !second) throw new Error('nothing was added');
    const edit = (text: string, version: number) =>
      call(contract.editPhrase, {
        params: { id: String(first.id) },
        body: { text, version },
        headers: admin,
      });
    expect((await edit('<b>丙</b>', 1)).answer.find(({ id }) => id === first.id)).toMatchObject({
      text: '<b>丙</b>',
      version: 2,
    });
    const stale = await edit('丁', 1);
    expect([stale.status, stale.refusal.message]).toEqual([
      409,
      expect.stringMatching(/^承辦人.+ 已於 .+ 修改退回理由/),
    ]);
    expect((await edit('乙', 2)).refusal.message).toBe('已有相同的退回理由');

    const ids = [...before.map(({ id }) => id), second.id, first.id];
    const ordered = await call(contract.orderPhrases, { body: { ids }, headers: admin });
    expect(ordered.answer.map(({ id }) => id)).toEqual(ids);
    const incomplete = await call(contract.orderPhrases, { body: { ids: ids.slice(1) }, headers: admin });
    expect(incomplete.status).toBe(422);

    const params = { id: String(first.id) };
    const left = (await call(contract.removePhrase, { params, headers: admin })).answer;
    expect(left.map(({ id }) => id)).not.toContain(first.id);
    expect((await call(contract.removePhrase, { params, headers: admin })).status).toBe(404);
  });

  test('are not changed by other roles', async () => {
    expect((await call(contract.addPhrase, { body: { text: '戊' }, headers: officer })).status).toBe(403);
  });

  test('are at most fifty', async () => {
    const { length } = (await call(contract.reviewPhrases, { headers: admin })).answer;
    for (let n = length; n < 50; n++) expect((await add(`退回理由 ${n}`)).status).toBe(200);
    expect((await add('太多')).refusal.message).toBe('退回理由以 50 則為限');
  });
});
