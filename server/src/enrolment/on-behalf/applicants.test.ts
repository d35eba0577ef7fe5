import * as enrolmentCalls from '@portal/contract/office/enrolment';
import { exportRegistrations, findHolder } from '@portal/contract/office/enrolment';
import { and, desc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildClass, buildOrganization } from '../../../test/factories/catalogue.ts';
import { nationalId } from '../../../test/factories/identity.ts';
import { one } from '../../../test/factories/one.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { seenRegistration } from '../../../test/factories/seen.ts';
import { asStaff, enterAs, enterOffice, grant } from '../../../test/factories/staff.ts';
import { actDuring } from '../../../test/locks.ts';
import { lockAccount } from '../../accounts/queries.ts';
import { auditEvents } from '../../audit/tables.ts';
import { mails } from '../../mail/tables.ts';
import { applicantCodes } from '../tables.ts';
import { isApplicantCode } from './applicant-codes.ts';
import { findApplicant } from './find-applicants.ts';
import { identifyApplicant } from './identify-applicant.ts';

/* Officers of a branch and people whom the branch does not know. */

let portal: TestPortal;
let branch: { id: number };
let elsewhere: { id: number };
let officer: Awaited<ReturnType<typeof enterAs>>;
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  branch = await buildOrganization(portal.db);
  elsewhere = await buildOrganization(portal.db, { code: 'KHH', name: '高雄市分會' });
});
afterAll(() => portal.close());
// Each test has its own officer, because attempts are counted for each.
beforeEach(async () => {
  officer = await enterAs(portal.db, grant('officer', branch.id));
});

const MINUTE = 60_000;
const BIRTHDAY = '1990-05-14';

const stranger = (overrides: Parameters<typeof buildAccount>[1] = {}) =>
  buildAccount(portal.db, { organizationId: elsewhere.id, birthday: BIRTHDAY, ...overrides });

const by = () => officer.headers;

const search = async (text: string) =>
  (await portal.call(enrolmentCalls.findApplicants, { body: { search: text }, headers: by() })).answer;

const identify = (body: object, headers = by()) =>
  portal.call(enrolmentCalls.identifyApplicant, { body, headers });
const byBirthday = (number: string, birthday = BIRTHDAY) => identify({ number, by: 'birthday', birthday });
const byCode = (number: string, code: string, headers = by()) =>
  identify({ number, by: 'code', code }, headers);

const askForCode = (number: string, headers = by()) =>
  portal.call(enrolmentCalls.sendApplicantCode, { body: { number }, headers });

const enrol = async (accountId: number, headers = by()) => {
  const { code } = await buildClass(portal.db, { organizationId: branch.id });
  return portal.call(enrolmentCalls.enrolPerson, { body: { code, accountId }, headers });
};

const decide = async (
  endpoint: typeof enrolmentCalls.cancelByStaff | typeof enrolmentCalls.approveRegistration,
  id: number,
  body: object = {},
) => {
  const version = await seenRegistration(portal.db, { id });
  const decided = { params: { id: `${id}` }, body: { version, ...body }, headers: by() };
  expect((await portal.call(endpoint, decided)).status).toBe(200);
};
const cancel = (id: number) => decide(enrolmentCalls.cancelByStaff, id, { reason: '誤植' });
const approve = (id: number) => decide(enrolmentCalls.approveRegistration, id);
const show = (id: number) =>
  portal.call(enrolmentCalls.showIdentity, { params: { id: `${id}` }, headers: by() });
const mayShow = async (id: number) => {
  const { answer } = await portal.call(enrolmentCalls.registrationDetail, {
    params: { id: `${id}` },
    headers: by(),
  });
  return answer.can.identity;
};

const lastLookUp = async () => {
  const [event] = await portal.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.actor, `staff:${officer.staff.id}`))
    .orderBy(desc(auditEvents.id))
    .limit(1);
  return event;
};

/** The code that was mailed to the person, other than those already known. */
const mailedCode = async ({ id }: { id: number }, ...known: string[]): Promise<string> => {
  const found = await portal.db
    .select({ code: sql<string>`${mails.data} -> 'secret' ->> 'code'` })
    .from(mails)
    .where(and(eq(mails.accountId, id), eq(mails.template, 'applicant_code')));
  return one(found.filter(({ code }) => !known.includes(code))).code;
};

const MASKED = /^學員在本會尚無自行送出或經審核通過的報名/;
const UNKNOWN = '查無此學員，請重新搜尋或確認學員身分';
const MISMATCH = '查無此學員，或證號與出生日期不符';
const WITHOUT_MAILBOX = '查無此學員，或學員沒有已確認的電子信箱，請改以出生日期確認';
const WRONG_CODE = '驗證碼有誤或已失效，請確認後再試，或重新寄送';

describe('a search', () => {
  test('finds nobody of another branch, by name, number or phone', async () => {
    const person = await stranger({ chineseName: '遠方客', cellPhone: '0933-765432' });
    for (const text of ['遠方客', person.account, '0933-765432']) expect(await search(text)).toEqual([]);
  });

  test('finds people of the branch, and those with a completed registration there', async () => {
    const own = await buildAccount(portal.db, { organizationId: branch.id, chineseName: '本會人' });
    const guest = await stranger({ chineseName: '常來客' });
    const trainingClass = await buildClass(portal.db, { organizationId: branch.id });
    await buildRegistration(portal.db, { class: trainingClass, account: guest, state: 'cancelled' });
    expect((await search('本會人')).map(({ id }) => id)).toEqual([own.id]);
    expect((await search('常來客')).map(({ id }) => id)).toEqual([guest.id]);
  });

  test('finds a person whose records became one only once', async () => {
    const stays = await buildAccount(portal.db, { organizationId: branch.id, chineseName: '合併人' });
    const merged = { mergedIntoId: stays.id, suspendedAt: NOW };
    const former = await buildAccount(portal.db, {
      ...{ organizationId: branch.id, chineseName: '合併人' },
      ...merged,
    });
    expect((await search('合併人')).map(({ id }) => id)).toEqual([stays.id]);
    expect((await enrol(former.id)).refusal.message).toBe(UNKNOWN);
  });

  test('finds nobody whom staff only enrolled and cancelled', async () => {
    const person = await stranger({ chineseName: '過路客' });
    await byBirthday(person.account);
    await cancel((await enrol(person.id)).answer.id);
    expect(await search('過路客')).toEqual([]);
  });

  test('is for officers', async () => {
    for (const role of ['cashier', 'auditor'] as const) {
      const { headers } = await enterAs(portal.db, grant(role, branch.id));
      const { status } = await portal.call(enrolmentCalls.findApplicants, {
        body: { search: '王' },
        headers,
      });
      expect([role, status]).toEqual([role, 403]);
    }
  });
});

describe('enrolling somebody of another branch', () => {
  test('is refused as for somebody who does not exist', async () => {
    const person = await stranger();
    const [refused, nobody] = [await enrol(person.id), await enrol(999_999)];
    expect([refused.status, refused.refusal.message]).toEqual([422, UNKNOWN]);
    expect(refused.refusal).toEqual(nobody.refusal);
  });

  test('is allowed with number and birth date, which stay masked in the answer and leave an event', async () => {
    const person = await stranger();
    const { status, answer } = await byBirthday(person.account.toLowerCase());
    expect(status).toBe(200);
    expect(answer).toMatchObject({ id: person.id, organization: '高雄市分會' });
    expect(JSON.stringify(answer)).not.toContain(person.account);
    expect(await lastLookUp()).toMatchObject({
      action: 'person.identify',
      subject: 'account',
      subjectId: person.id,
      organizationId: elsewhere.id,
      after: { by: 'birthday' },
    });
    expect((await enrol(person.id)).status).toBe(200);
  });

  test.each([
    ['with another birth date', async () => byBirthday((await stranger()).account, '1990-05-15')],
    ['with a number that nobody has', async () => byBirthday(nationalId(8_765_432))],
    ['without a birth date on file', async () => byBirthday((await stranger({ birthday: null })).account)],
  ])('is refused %s, with the masked number in the event', async (_, attempt) => {
    const { status, refusal } = await attempt();
    expect([status, refusal.errors]).toEqual([422, { number: [MISMATCH] }]);
    expect(await lastLookUp()).toMatchObject({
      action: 'person.identify',
      subjectId: null,
      organizationId: branch.id,
      after: { by: 'birthday', notFound: expect.stringMatching(/^.{3}\*+.{2}$/) },
    });
  });

  test('is refused without a birth date, also if none is on file', async () => {
    const person = await stranger({ birthday: null });
    const actor = asStaff(officer.staff, [grant('officer', branch.id)]);
    const given = { number: person.account, by: 'birthday', birthday: null, code: null } as const;
    await expect(
      identifyApplicant(portal.db, given, { actor, now: NOW, address: '192.0.2.1' }),
    ).rejects.toMatchObject({ code: 'applicant_mismatch' });
  });

  test('leaves an unsuccessful attempt without a branch if the officer has several', async () => {
    officer = await enterAs(portal.db, grant('officer', branch.id), grant('officer', elsewhere.id));
    await byBirthday(nationalId(8_765_436));
    expect(await lastLookUp()).toMatchObject({ action: 'person.identify', organizationId: null });
  });

  test('is refused for a while after five wrong attempts, also with the right birth date', async () => {
    const person = await stranger();
    for (let n = 0; n < 5; n++) await byBirthday(person.account, `1991-01-0${n + 1}`);
    const { status, refusal } = await byBirthday(person.account);
    expect([status, Object.keys(refusal.errors ?? {})]).toEqual([429, ['number']]);
    expect((await askForCode(person.account)).status).toBe(429);
  });

  test('is allowed to the one who confirmed the person, for half an hour', async () => {
    const person = await stranger();
    await byBirthday(person.account);
    const grants = [grant('officer', branch.id)];
    const after = (staff: { id: number; name: string }, milliseconds: number) => {
      const now = new Date(NOW.getTime() + milliseconds);
      return findApplicant(portal.db, person.id, { actor: asStaff(staff, grants), now });
    };
    const colleague = await enterAs(portal.db, grant('officer', branch.id));
    expect(await after(officer.staff, 30 * MINUTE - 1)).toMatchObject({ id: person.id });
    expect(await after(officer.staff, 30 * MINUTE)).toBeNull();
    expect(await after(colleague.staff, 0)).toBeNull();
  });

  test('proves nothing about another person', async () => {
    const [person, other] = [await stranger(), await stranger()];
    await byBirthday(person.account);
    expect((await enrol(other.id)).refusal.message).toBe(UNKNOWN);
  });
});

describe('a code', () => {
  test('is mailed to the person, who tells it, and works once', async () => {
    const person = await stranger();
    const { status, answer } = await askForCode(person.account);
    expect([status, answer]).toEqual([200, { minutes: 15 }]);
    expect(await lastLookUp()).toMatchObject({ action: 'person.send_code', subjectId: person.id });
    const code = await mailedCode(person);
    expect((await byCode(person.account, code)).answer.id).toBe(person.id);
    expect((await enrol(person.id)).status).toBe(200);
    expect((await byCode(person.account, code)).refusal.errors).toEqual({ code: [WRONG_CODE] });
  });

  test('is refused if it is wrong, or belongs to another officer or person', async () => {
    const [person, other] = [await stranger(), await stranger()];
    await askForCode(person.account);
    const code = await mailedCode(person);
    const colleague = await enterAs(portal.db, grant('officer', branch.id));
    const wrong = code.replace(/.$/, (digit) => `${(Number(digit) + 1) % 10}`);
    for (const attempt of [
      () => byCode(person.account, wrong),
      () => byCode(person.account, code, colleague.headers),
      () => byCode(other.account, code),
      () => byCode(nationalId(8_765_433), code),
    ])
      expect((await attempt()).refusal.errors).toEqual({ code: [WRONG_CODE] });
    expect((await byCode(person.account, code)).status).toBe(200);
  });

  test('is used by one of two simultaneous calls', async () => {
    const person = await stranger();
    await askForCode(person.account);
    const code = await mailedCode(person);
    const calls = await Promise.all([byCode(person.account, code), byCode(person.account, code)]);
    expect(calls.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  });

  test('does not end when another is sent or used', async () => {
    const [person, other] = [await stranger(), await stranger()];
    const colleague = await enterAs(portal.db, grant('officer', branch.id));
    await askForCode(person.account);
    const code = await mailedCode(person);
    await askForCode(other.account);
    await askForCode(person.account, colleague.headers);
    const ofColleague = await mailedCode(person, code);
    expect((await byCode(other.account, await mailedCode(other))).status).toBe(200);
    expect((await byCode(person.account, code)).status).toBe(200);
    expect((await byCode(person.account, ofColleague, colleague.headers)).status).toBe(200);
  });

  test('is sent after another call for the same person has ended, so that each counts the others', async () => {
    const person = await stranger();
    const { status } = await actDuring(
      portal.db,
      (tx) => lockAccount(tx, person.id),
      () => askForCode(person.account),
    );
    expect(status).toBe(200);
    const mail = and(eq(mails.accountId, person.id), eq(mails.template, 'applicant_code'));
    expect(await portal.db.select().from(mails).where(mail)).toMatchObject([
      { data: { name: person.chineseName, staff: officer.staff.name } },
    ]);
  });

  test('ends after fifteen minutes, after five wrong ones, and with the next code', async () => {
    const code = '12345678';
    const { staff } = officer;
    const isRight = (accountId: number, given: string, milliseconds = 0) =>
      isApplicantCode(
        portal.db,
        { accountId, staffId: staff.id, code: given },
        new Date(NOW.getTime() + milliseconds),
      );
    const person = await stranger();
    await askForCode(person.account);
    const mailed = await mailedCode(person);
    const first = mailed.replace(' ', '');
    expect(await isRight(person.id, first, 15 * MINUTE)).toBe(false);
    expect(await isRight(person.id, first, 15 * MINUTE - 1)).toBe(true);
    await askForCode(person.account);
    expect(await isRight(person.id, first)).toBe(false);
    const second = (await mailedCode(person, mailed)).replace(' ', '');
    for (let n = 0; n < 4; n++) expect(await isRight(person.id, code)).toBe(false);
    expect(await isRight(person.id, second)).toBe(false);
  });

  test('is sent three times an hour to a person, whoever asks', async () => {
    const person = await stranger();
    const colleague = await enterAs(portal.db, grant('officer', branch.id));
    for (const headers of [by(), colleague.headers, by()])
      expect((await askForCode(person.account, headers)).status).toBe(200);
    const { status, refusal } = await askForCode(person.account);
    expect([status, Object.keys(refusal.errors ?? {})]).toEqual([429, ['number']]);
    expect(await lastLookUp()).toMatchObject({ action: 'person.send_code', subjectId: person.id });
    const anHourAgo = { createdAt: new Date(NOW.getTime() - 60 * MINUTE) };
    const sent = await portal.db
      .update(applicantCodes)
      .set(anHourAgo)
      .where(eq(applicantCodes.accountId, person.id))
      .returning();
    expect(sent).toHaveLength(3);
    expect((await askForCode(person.account)).status).toBe(200);
  });

  test.each([
    ['without a mailbox', { email: null, emailConfirmedAt: null }],
    ['whose confirmed mailbox is gone', { email: null }],
    ['with a mailbox that nobody confirmed', { emailConfirmedAt: null }],
    ['whose account is suspended', { suspendedAt: NOW }],
  ])('is not sent to somebody %s, as if nobody had the number', async (_, overrides) => {
    const person = await stranger(overrides);
    for (const number of [person.account, nationalId(8_765_434)]) {
      const { status, refusal } = await askForCode(number);
      expect([status, refusal.errors]).toEqual([422, { number: [WITHOUT_MAILBOX] }]);
      expect(await lastLookUp()).toMatchObject({ action: 'person.send_code', subjectId: null });
    }
    expect(await portal.db.$count(mails, eq(mails.accountId, person.id))).toBe(0);
  });
});

describe('the whole number and birth date', () => {
  test('stay masked for somebody whom staff enrol, also after the cancellation, until the review is passed', async () => {
    const person = await buildAccount(portal.db, { organizationId: branch.id });
    const first = (await enrol(person.id)).answer.id;
    expect(await mayShow(first)).toMatchObject({ allowed: false, why: expect.stringMatching(MASKED) });
    expect((await show(first)).refusal.message).toMatch(MASKED);
    await cancel(first);
    expect((await show(first)).refusal.message).toMatch(MASKED);
    const second = (await enrol(person.id)).answer.id;
    await approve(second);
    expect(await mayShow(second)).toEqual({ allowed: true, why: null });
    for (const id of [first, second]) expect((await show(id)).answer.identity).toBe(person.account);
  });

  test('stay masked for somebody who completed a registration in another branch only', async () => {
    const person = await stranger();
    const there = await buildClass(portal.db, { organizationId: elsewhere.id });
    await buildRegistration(portal.db, { class: there, account: person, state: 'confirmed' });
    await byBirthday(person.account);
    expect((await show((await enrol(person.id)).answer.id)).refusal.message).toMatch(MASKED);
  });

  test('stay masked in an export for registrations that nobody completed', async () => {
    const trainingClass = await buildClass(portal.db, { organizationId: branch.id });
    const [own, sent] = [
      await buildAccount(portal.db, { organizationId: branch.id }),
      await buildAccount(portal.db, { organizationId: branch.id }),
    ];
    await buildRegistration(portal.db, { class: trainingClass, account: sent });
    await portal.call(enrolmentCalls.enrolPerson, {
      body: { code: trainingClass.code, accountId: own.id },
      headers: by(),
    });
    const { body } = await portal.app.inject({
      method: 'POST',
      url: exportRegistrations.path,
      headers: by(),
      payload: { class: trainingClass.code, format: 'csv', identity: true },
    });
    expect([body.includes(sent.account), body.includes(own.account)]).toEqual([true, false]);
  });

  test('need the second factor of the last ten minutes', async () => {
    const trainingClass = await buildClass(portal.db, { organizationId: branch.id });
    const { id } = await buildRegistration(portal.db, {
      class: trainingClass,
      account: await buildAccount(portal.db),
    });
    const confirmedAt = new Date(NOW.getTime() - 11 * MINUTE);
    const cookie = await enterOffice(portal.db, officer.staff, { confirmedAt });
    const headers = { ...by(), cookie };
    const { status, refusal } = await portal.call(enrolmentCalls.showIdentity, {
      params: { id: `${id}` },
      headers,
    });
    expect([status, Object.keys(refusal.errors ?? {})]).toEqual([403, ['stepUp']]);
  });
});

test('a search of an administrator for the holder of a number leaves an event, found or not', async () => {
  officer = await enterAs(portal.db, grant('admin'));
  const person = await stranger();
  await portal.call(findHolder, { body: { number: person.account }, headers: by() });
  expect(await lastLookUp()).toMatchObject({ action: 'person.find_holder', subjectId: person.id });
  const nobody = nationalId(8_765_435);
  await portal.call(findHolder, { body: { number: nobody }, headers: by() });
  const missed = await lastLookUp();
  expect(missed).toMatchObject({ action: 'person.find_holder', subjectId: null });
  expect(JSON.stringify(missed)).not.toContain(nobody);
});
