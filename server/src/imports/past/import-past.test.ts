import { certificates as ownCertificates } from '@portal/contract/certificates';
import { records } from '@portal/contract/enrolment';
import { registrationHistory } from '@portal/contract/office/audit';
import { classesToIssue } from '@portal/contract/office/certificate-issuing';
import { registrationDetail } from '@portal/contract/office/enrolment';
import { scores, trainingRecords } from '@portal/contract/training';
import { and, asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount, logIn } from '../../../test/factories/account.ts';
import { buildClass, buildCourse, buildOrganization } from '../../../test/factories/catalogue.ts';
import { csv, importer } from '../../../test/factories/import.ts';
import { asStaff, enterAs, grant } from '../../../test/factories/staff.ts';
import { accounts } from '../../accounts/tables.ts';
import { certificates } from '../../certificates/tables.ts';
import { classes } from '../../classes/tables.ts';
import { checkData } from '../../commands/check-data.ts';
import { isKnownTo } from '../../enrolment/on-behalf/known-people.ts';
import { registrations } from '../../enrolment/tables.ts';
import { mails } from '../../mail/tables.ts';
import { results } from '../../training/tables.ts';

let portal: TestPortal;
let desk: ReturnType<typeof importer>;
let organizationId: number;
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  organizationId = (await buildOrganization(portal.db, { name: '臺北市分會' })).id;
  await buildCourse(portal.db, { code: 'FAI', chineseName: '急救人員' });
});
afterAll(() => portal.close());
beforeEach(async () => {
  desk = importer(portal, await enterAs(portal.db, grant('admin')), 'classes');
});

const HEAD = [
  ...['課程代碼', '訓練項目', '會別', '開課日期', '結訓日期', '時數', '地點', '證號', '姓名', '生日'],
  ...['結果', '學科成績', '術科成績', '出席紀錄', '證書字號', '證書有效期限'],
];
let serial = 0;
type Person = Awaited<ReturnType<typeof buildAccount>>;
const person = () => buildAccount(portal.db);
const nextClass = () => {
  serial += 1;
  return [`OLD-${serial}`, '急救人員', '台北市分會', '113/5/13', '2024-05-14', '16 小時', '臺北教室'];
};
const attended = (
  ofClass: string[],
  { account, chineseName }: Person,
  [
    result = '合格',
    written = '85',
    practical = '90',
    attendance = '16 小時',
    number = '',
    until = '',
  ] = [] as string[],
) => [...ofClass, account, chineseName ?? '', '', result, written, practical, attendance, number, until];
const classOf = async (code: string | undefined) =>
  (
    await portal.db
      .select()
      .from(classes)
      .where(eq(classes.code, code ?? ''))
  )[0];
const registrationsOf = async (code: string | undefined) => {
  const found = await classOf(code);
  return portal.db
    .select()
    .from(registrations)
    .where(eq(registrations.classId, found?.id ?? 0))
    .orderBy(asc(registrations.id));
};

test('the dry run says what is new, the same, doubtful, wrong, and what is left out', async () => {
  const [one, other, known] = [await person(), await person(), nextClass()];
  await desk.run(csv(HEAD, attended(known, one)));
  const own = await buildClass(portal.db, { organizationId });
  const future = nextClass().with(3, '2026-11-30').with(4, '2026-12-02');
  const { verdicts, partial, shown } = await desk.tryOut(
    csv(
      HEAD,
      attended(nextClass(), other),
      attended(known, one),
      attended(nextClass(), other, ['', '101', '60', '']),
      attended(nextClass(), other, ['合格', '101']),
      [...nextClass(), other.account, '另一個人', '', '及格', '', '', '', ''],
      attended(nextClass().with(0, own.code), other),
      attended(future, other),
      attended(known.with(3, '2024-05-01'), other),
      attended(nextClass(), other, ['', '', '', '']),
      [...nextClass(), 'A123456789', '', '', '合格', '', '', '', ''],
    ),
  );
  expect(verdicts).toEqual({ new: 2, changed: 0, same: 1, doubtful: 1, wrong: 6 });
  expect(partial).toBe(1);
  expect(shown.partial[0]?.problem).toBe('學科成績未匯入：須為 0 至 100 的數字');
  expect(shown.wrong.map(({ row, problem }) => `${row} ${problem}`)).toEqual([
    '4 缺少結果，請填「合格」或「不合格」',
    `7 課程代碼 ${own.code} 已有課程使用`,
    '8 課程尚未結束，只能匯入已結訓的課程',
    expect.stringMatching(/^9 課程代碼與第 3 列相同，訓練項目、會別或日期不同/),
    '10 缺少結果，請填「合格」或「不合格」',
    '11 查無此證號的學員，請先匯入學員',
  ]);
});

describe('a past class', () => {
  test('is completed; its people find it in their training records, and nobody is written to', async () => {
    const [passed, failed, ofClass] = [await person(), await person(), nextClass()];
    const before = await portal.db.$count(mails);
    const { outcomes } = await desk.run(
      csv(
        HEAD,
        attended(ofClass, passed, ['合格', '85.5', '90', '16 小時', '北市訓字第 1 號', '2027-05-13']),
        attended(ofClass, failed, ['不合格', '50', '', '8 小時', '']),
      ),
    );
    expect(outcomes).toMatchObject({ made: 2, passed: 0 });
    const found = await classOf(ofClass[0]);
    expect(found).toMatchObject({ state: 'completed', number: 2, limitNumber: 2, fee: 0, hours: 16 });
    expect(found).toMatchObject({ place: '臺北教室', contactName: '臺北市分會' });
    expect(await portal.db.$count(mails)).toBe(before);

    const token = await logIn(portal.db, passed);
    const query = { type: 'Normal', num: '10', page: '1' } as const;
    const { answer } = await portal.call(trainingRecords, { token, query });
    expect(answer).toMatchObject([
      { code: ofClass[0], state: 1, hours: 16, fee: 0, can_see_class: true, can_check_in: false },
    ]);
    const params = { code: ofClass[0] ?? '' };
    const own = (await portal.call(scores, { token, params })).answer;
    expect(own.data.map(({ score }) => score)).toEqual([85.5, 90]);
    // Imported classes are only among the training records: nothing waits, and nothing is to be paid.
    const current = (await portal.call(records, { token })).answer;
    expect(current).toEqual({ FinishRecords: [], UncheckedRecords: [] });
    const held = (await portal.call(ownCertificates, { token })).answer;
    expect(held).toMatchObject([{ name: '急救人員證', end_time: '2027-05-13' }]);
    const [seat] = await registrationsOf(ofClass[0]);
    const ofSeat = eq(certificates.registrationId, seat?.id ?? 0);
    expect(await portal.db.$count(certificates, ofSeat)).toBe(1);

    const officer = await enterAs(portal.db, grant('officer', organizationId));
    const ofRegistration = { ...officer, params: { id: `${seat?.id}` } };
    expect((await portal.call(registrationDetail, ofRegistration)).status).toBe(200);
    const history = (await portal.call(registrationHistory, ofRegistration)).answer;
    expect(history.map(({ action }) => action)).toEqual(['registration.import']);
    expect(history[0]?.changes).toContainEqual({ field: 'attendance', before: null, after: '16 小時' });
    const isKnown = isKnownTo(asStaff(officer.staff, [grant('officer', organizationId)]), 'person.read');
    expect(await portal.db.$count(accounts, and(eq(accounts.id, passed.id), isKnown))).toBe(1);
    expect((await portal.call(classesToIssue, officer)).answer).toEqual([]);
    expect(await checkData(portal.db)).toEqual([]);
  });

  test('without a code is found again, and takes more people', async () => {
    const ofClass = nextClass().with(0, '');
    await desk.run(csv(HEAD, attended(ofClass, await person())));
    await desk.run(csv(HEAD, attended(ofClass, await person())));
    const all = await portal.db.select().from(classes).where(eq(classes.place, '臺北教室'));
    const [made] = all.filter(({ code }) => code.startsWith('FAI-20240513-'));
    expect(made).toMatchObject({ number: 2, limitNumber: 2 });
  });

  test('has results that follow from the scores or from a certificate where the file has none', async () => {
    const [byScores, byCertificate, ofClass] = [await person(), await person(), nextClass()];
    await desk.run(
      csv(
        HEAD,
        attended(ofClass, byScores, ['', '10', '90', '', '']),
        attended(ofClass, byCertificate, ['', '', '', '', `字第 ${serial} 號`]),
      ),
    );
    const rows = await registrationsOf(ofClass[0]);
    expect(rows.map(({ accountId, result }) => [accountId, result])).toEqual([
      [byScores.id, 2],
      [byCertificate.id, 1],
    ]);
  });
});

describe('undoing', () => {
  test('removes people, certificates and classes that nobody has used since', async () => {
    const [unused, used] = [nextClass(), nextClass()];
    const [one, corrected, certified] = [await person(), await person(), await person()];
    const number = (n: number) => ['合格', '85', '90', '', `復原字第 ${n} 號`];
    const file = csv(
      HEAD,
      attended(unused, one, number(1)),
      attended(used, one),
      attended(used, corrected),
      attended(used, certified, number(2)),
    );
    const { id } = await desk.run(file);
    const [, second, third] = await registrationsOf(used[0]);
    await portal.db
      .update(results)
      .set({ version: 2, state: 'corrected' })
      .where(eq(results.registrationId, second?.id ?? 0));
    await portal.db
      .update(certificates)
      .set({ state: 'revoked', endedAt: new Date(), endReason: '誤植', endedBy: 'staff:1' })
      .where(eq(certificates.registrationId, third?.id ?? 0));
    await desk.undo(id);
    await desk.runJobs();
    const { outcomes, shown, state } = await desk.show(id);
    expect([state, outcomes.removed, outcomes.kept]).toEqual(['undone', 2, 2]);
    expect(shown.kept.map(({ problem }) => problem)).toEqual([
      '成績已修改，或已有其他紀錄',
      expect.stringContaining('撤銷'),
    ]);
    expect(await classOf(unused[0])).toBeUndefined();
    expect(await classOf(used[0])).toMatchObject({ number: 2 });
    expect(await portal.db.$count(certificates, eq(certificates.accountId, one.id))).toBe(0);
    expect(await checkData(portal.db)).toEqual([]);
    expect((await desk.run(file)).outcomes.made).toBe(2);
  });
});
