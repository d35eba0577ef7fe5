import { randomUUID } from 'node:crypto';
import { login } from '@portal/contract/accounts';
import * as contract from '@portal/contract/office/enrolment';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildClass, buildOrganization } from '../../../test/factories/catalogue.ts';
import { buildGroup } from '../../../test/factories/group.ts';
import { nationalId } from '../../../test/factories/identity.ts';
import { buildFullClass, buildRegistration } from '../../../test/factories/registration.ts';
import { buildStaff, enterOffice, grant } from '../../../test/factories/staff.ts';
import { untilWaiting } from '../../../test/locks.ts';
import { accounts } from '../../accounts/tables.ts';
import { classes } from '../../classes/tables.ts';
import { mails } from '../../mail/tables.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { lockClassByCode } from '../seats/seats.ts';
import { registrationEvents } from '../tables.ts';

let portal: TestPortal;
let officer: Record<string, string>;
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  const branch = await buildOrganization(portal.db);
  const staff = await buildStaff(portal.db, { grants: [grant('officer', branch.id)] });
  officer = { 'sec-fetch-site': 'same-origin', cookie: await enterOffice(portal.db, staff) };
});
afterAll(() => portal.close());

const DAY = 86_400_000;
const later = (days: number) => new Date(NOW.getTime() + days * DAY);

const enrol = (body: { code: string; accountId: number; reason?: string }, headers = officer) =>
  portal.call(contract.enrolPerson, { body, headers });

const seats = async ({ id }: { id: number }) => {
  const [found] = await portal.db.select().from(classes).where(eq(classes.id, id));
  return found?.number;
};

const eventsOf = ({ id }: { id: number }) =>
  portal.db
    .select()
    .from(registrationEvents)
    .where(eq(registrationEvents.registrationId, id))
    .orderBy(registrationEvents.id);

describe('enrolling by staff', () => {
  test('registers the person and mails them', async () => {
    const [trainingClass, account] = [await buildClass(portal.db), await buildAccount(portal.db)];
    const { status, answer } = await enrol({ code: trainingClass.code, accountId: account.id });
    expect([status, answer.state, await seats(trainingClass)]).toEqual([200, 'pending', 1]);
    expect(await eventsOf(answer)).toMatchObject([
      { action: 'registration.enrol', actor: expect.stringMatching(/^staff:/), note: null },
    ]);
    const sent = await portal.db.select().from(mails).where(eq(mails.accountId, account.id));
    expect(sent.map(({ template }) => template)).toEqual(['enrolled']);
  });

  test('registers once, however often the call is repeated', async () => {
    const [trainingClass, account] = [await buildClass(portal.db), await buildAccount(portal.db)];
    const headers = { ...officer, 'idempotency-key': randomUUID() };
    const first = await enrol({ code: trainingClass.code, accountId: account.id }, headers);
    const again = await enrol({ code: trainingClass.code, accountId: account.id }, headers);
    expect([again.status, again.answer.id]).toEqual([200, first.answer.id]);
    expect(await seats(trainingClass)).toBe(1);
  });

  test('is refused in a full class as full, reason or not', async () => {
    const [trainingClass, account] = [await buildFullClass(portal.db), await buildAccount(portal.db)];
    for (const reason of [undefined, '電話報名']) {
      const { refusal } = await enrol({
        code: trainingClass.code,
        accountId: account.id,
        ...(reason && { reason }),
      });
      expect(refusal.message).toBe('此班名額已滿');
    }
  });

  test.each([
    ['before the enrolment period', { applyFrom: later(1) }, '本課程尚未開放報名，請填寫代為報名的原因'],
    ['after the enrolment period', { applyUntil: later(-1) }, '本課程報名已截止，請填寫代為報名的原因'],
    [
      'if the class takes no personal registrations',
      { personalAllow: false },
      '本課程未開放個人報名，請填寫代為報名的原因',
    ],
  ])('needs a reason %s', async (_, overrides, message) => {
    const [trainingClass, account] = [await buildClass(portal.db, overrides), await buildAccount(portal.db)];
    const input = { code: trainingClass.code, accountId: account.id };
    const without = await enrol(input);
    expect([without.status, without.refusal]).toEqual([422, { message, errors: { reason: [message] } }]);
    const { answer } = await enrol({ ...input, reason: '電話報名' });
    expect((await eventsOf(answer)).at(-1)?.note).toBe('電話報名');
  });

  test('never exceeds the seats', async () => {
    const [trainingClass, account] = [await buildFullClass(portal.db), await buildAccount(portal.db)];
    const { refusal } = await enrol({ code: trainingClass.code, accountId: account.id, reason: '急件' });
    expect(refusal.message).toBe('此班名額已滿');
    expect(await seats(trainingClass)).toBe(1);
  });

  test.each([
    ['that has started', { startTime: later(-1) }, '此班已開課'],
    ['that is a draft', { publishedAt: null }, '查無此班別'],
  ])('is refused in a class %s', async (_, overrides, message) => {
    const [trainingClass, account] = [await buildClass(portal.db, overrides), await buildAccount(portal.db)];
    const { refusal } = await enrol({ code: trainingClass.code, accountId: account.id, reason: '急件' });
    expect(refusal.message).toBe(message);
  });

  test('is refused in a class that was withdrawn meanwhile', async () => {
    const [trainingClass, account] = [await buildClass(portal.db), await buildAccount(portal.db)];
    const { waiting } = await inTransaction(portal.db, async (tx) => {
      await lockClassByCode(tx, { code: trainingClass.code });
      const enrolling = enrol({ code: trainingClass.code, accountId: account.id });
      await untilWaiting(portal.db, enrolling);
      await tx
        .update(classes)
        .set({ publishedAt: null, state: 'draft' })
        .where(eq(classes.id, trainingClass.id));
      return { waiting: enrolling };
    });
    expect((await waiting).refusal.message).toBe('查無此班別');
    expect(await seats(trainingClass)).toBe(0);
  });

  test('is refused in a class of another branch', async () => {
    const { id: organizationId } = await buildOrganization(portal.db, { code: 'KHH', name: '高雄市分會' });
    const [trainingClass, account] = [
      await buildClass(portal.db, { organizationId }),
      await buildAccount(portal.db),
    ];
    expect((await enrol({ code: trainingClass.code, accountId: account.id })).refusal.message).toBe(
      '查無此班別',
    );
    const listed = await portal.call(contract.enrollableClasses, { headers: officer });
    expect(listed.answer.map(({ code }) => code)).not.toContain(trainingClass.code);
  });

  test('offers only the classes of the chosen branch', async () => {
    const there = await buildOrganization(portal.db, { code: 'TNN', name: '臺南市分會' });
    const [here, other] = [
      await buildClass(portal.db),
      await buildClass(portal.db, { organizationId: there.id }),
    ];
    const staff = await buildStaff(portal.db, { grants: [grant('officer', null)] });
    const headers = { 'sec-fetch-site': 'same-origin', cookie: await enterOffice(portal.db, staff) };
    const offered = async (query: Record<string, string>) =>
      (await portal.call(contract.enrollableClasses, { query, headers })).answer.map(({ code }) => code);
    expect(await offered({})).toEqual(expect.arrayContaining([here.code, other.code]));
    expect(await offered({ organization: String(there.id) })).toEqual([other.code]);
  });

  test('is refused in a class that is reserved for a group', async () => {
    const group = await buildGroup(portal.db);
    const trainingClass = await buildClass(portal.db, { groupId: group.id, personalAllow: false });
    const account = await buildAccount(portal.db);
    const { refusal } = await enrol({ code: trainingClass.code, accountId: account.id, reason: '急件' });
    expect(refusal.message).toBe(`此班僅供團體「${group.name}」報名，請由團體管理員報名`);
  });

  test('is refused for somebody who holds a seat, is suspended or does not exist', async () => {
    const [trainingClass, account] = [await buildClass(portal.db), await buildAccount(portal.db)];
    await buildRegistration(portal.db, { class: trainingClass, account });
    const suspended = await buildAccount(portal.db, { suspendedAt: NOW });
    const { code } = trainingClass;
    expect((await enrol({ code, accountId: account.id })).refusal.message).toBe('此學員已報名本課程');
    expect((await enrol({ code, accountId: suspended.id })).refusal.message).toBe('此學員的帳號已停用');
    expect((await enrol({ code, accountId: 999_999 })).refusal.message).toBe(
      '查無此學員，請重新搜尋或確認學員身分',
    );
    expect(await seats(trainingClass)).toBe(1);
  });
});

describe('a search for a person', () => {
  const find = async (search: string) =>
    (await portal.call(contract.findApplicants, { body: { search }, headers: officer })).answer;

  test('finds by exact name, number and phone, and masks number and phone', async () => {
    const account = await buildAccount(portal.db, { chineseName: '歐陽靜芬', cellPhone: '0933-123456' });
    const number = account.account.toLowerCase();
    for (const search of ['歐陽靜芬', number, '0933-123456', '0933123456']) {
      const [found] = await find(search);
      expect([search, found?.id]).toEqual([search, account.id]);
      expect(JSON.stringify(found)).not.toContain(account.account);
      expect(found?.phone).toBe('093*****456');
    }
    expect(await find('歐陽')).toEqual([]);
  });
});

describe('a new person', () => {
  let serial = 0;
  const person = () => {
    serial += 1;
    return {
      country: 'local',
      id_number: nationalId(3_000_000 + serial),
      passport_no: null,
      chinese_name: '周大同',
      birthday: '1990-05-14',
      cell_phone: '0912-345678',
      email: 'chou@example.com',
    };
  };
  const enrolNew = (body: unknown) => portal.call(contract.enrolNewPerson, { body, headers: officer });

  test('gets an account with the birth date as password, and a seat', async () => {
    const [trainingClass, chou] = [await buildClass(portal.db), person()];
    const { status, answer } = await enrolNew({ code: trainingClass.code, ...chou });
    expect([status, answer.person.name, answer.person.complete]).toEqual([200, '周大同', false]);
    const body = { account: chou.id_number, password: '19900514' };
    expect((await portal.call(login, { body })).status).toBe(200);
    const sent = await portal.db.select().from(mails).where(eq(mails.accountId, answer.person.id));
    expect(sent.map(({ template }) => template).toSorted()).toEqual(
      expect.arrayContaining(['enrolled', 'registered']),
    );
  });

  test('gets no account if there is no seat', async () => {
    const [trainingClass, chou] = [await buildFullClass(portal.db), person()];
    expect((await enrolNew({ code: trainingClass.code, ...chou })).status).toBe(422);
    expect(await portal.db.select().from(accounts).where(eq(accounts.idNumber, chou.id_number))).toEqual([]);
  });

  test('is refused if they have an account', async () => {
    const [trainingClass, chou] = [await buildClass(portal.db), person()];
    await enrolNew({ code: trainingClass.code, ...chou });
    const { refusal } = await enrolNew({ code: trainingClass.code, ...chou });
    expect(refusal.message).toBe('此證號已有學員帳號，請改以搜尋選擇該學員');
    expect(await seats(trainingClass)).toBe(1);
  });

  test('needs the data that an account needs', async () => {
    const { code } = await buildClass(portal.db);
    const wrong = { ...person(), id_number: 'A123456780', cell_phone: '12', birthday: 'x' };
    const { status, refusal } = await enrolNew({ code, ...wrong });
    expect([status, Object.keys(refusal.errors ?? {})]).toEqual([
      422,
      ['birthday', 'id_number', 'cell_phone'],
    ]);
    const unborn = { ...person(), birthday: '2027-01-01' };
    expect((await enrolNew({ code, ...unborn })).refusal.message).toBe('出生日期不得晚於今天');
  });
});
