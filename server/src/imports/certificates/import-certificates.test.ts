import {
  certificateAddress,
  certificates as ownCertificates,
  verifyCertificate,
} from '@portal/contract/certificates';
import { certificateDetail, certificateList } from '@portal/contract/office/certificate-register';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount, logIn } from '../../../test/factories/account.ts';
import { buildCourse, buildOrganization } from '../../../test/factories/catalogue.ts';
import { buildCertificate } from '../../../test/factories/certificate.ts';
import { csv, importer } from '../../../test/factories/import.ts';
import { enterAs, grant } from '../../../test/factories/staff.ts';
import { auditEvents } from '../../audit/tables.ts';
import { certificateReminders, certificates, importedCertificates } from '../../certificates/tables.ts';
import { checkData } from '../../commands/check-data.ts';
import { mails } from '../../mail/tables.ts';

let portal: TestPortal;
let desk: ReturnType<typeof importer>;
let course: Awaited<ReturnType<typeof buildCourse>>;
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  await buildOrganization(portal.db, { name: '臺北市分會' });
  course = await buildCourse(portal.db, { code: 'FAI', chineseName: '急救人員' });
});
afterAll(() => portal.close());
beforeEach(async () => {
  desk = importer(portal, await enterAs(portal.db, grant('admin')), 'certificates');
});

const HEAD = ['身分證字號', '證書字號', '訓練項目', '發證會別', '核發日期', '有效期限', '姓名'];
let serial = 0;
const number = () => {
  serial += 1;
  return `北市訓字第 ${serial} 號`;
};

type Person = Awaited<ReturnType<typeof buildAccount>>;
const held = (person: Person, issued = '2025-03-01', until = '2028-02-28', ofNumber = number()) => [
  ...[person.account, ofNumber, '急救人員', '台北市分會', issued, until, person.chineseName ?? ''],
];
const certificatesOf = (person: Person) =>
  portal.db
    .select({
      ...{ id: certificates.id, code: certificates.number, state: certificates.state },
      ...{ end: certificates.endTime, number: importedCertificates.number, years: certificates.years },
    })
    .from(certificates)
    .innerJoin(importedCertificates, eq(importedCertificates.certificateId, certificates.id))
    .where(eq(certificates.accountId, person.id))
    .orderBy(certificates.endTime);

test('the dry run says what is new, known, doubtful and wrong', async () => {
  const [one, other, live] = [
    await buildAccount(portal.db),
    await buildAccount(portal.db),
    await buildAccount(portal.db),
  ];
  const known = held(one);
  await desk.run(csv(HEAD, known));
  await buildCertificate(portal.db, { account: live, courseId: course.id, endTime: '2028-01-01' });
  const { verdicts, shown } = await desk.tryOut(
    csv(
      HEAD,
      known,
      held(other),
      [...held(await buildAccount(portal.db)).slice(0, 6), '另一個人'],
      held(live),
      ['A123456789', number(), 'FAI', '臺北市分會', '2025-03-01', '', ''],
      [one.account, number(), '不存在', '火星', '2099-01-01', 'x', ''],
    ),
  );
  expect(verdicts).toEqual({ new: 1, changed: 0, same: 1, doubtful: 1, wrong: 3 });
  expect(shown.doubtful[0]?.problem).toMatch(/^此證號的學員為「.+」，姓名不同$/);
  expect(shown.wrong.map(({ row, problem }) => `${row} ${problem}`)).toEqual([
    '5 學員已持有同種有效證照',
    '6 查無此證號的學員，請先匯入學員',
    expect.stringMatching(
      /^7 查無「不存在」的訓練項目或證照種類；查無發證會別「火星」；核發日期不得晚於今天/,
    ),
  ]);
});

describe('an imported certificate', () => {
  test('is shown to its holder, to staff and to strangers, who learn that another system issued it', async () => {
    const person = await buildAccount(portal.db, { chineseName: '王小明' });
    const row = held(person);
    const before = await portal.db.$count(mails);
    expect((await desk.run(csv(HEAD, row))).outcomes.made).toBe(1);
    const [made] = await certificatesOf(person);
    expect(made).toMatchObject({ state: 'valid', number: row[1], years: 3 });
    expect(await portal.db.$count(mails)).toBe(before);
    const isEvent = and(
      eq(auditEvents.action, 'certificate.import'),
      eq(auditEvents.subjectId, made?.id ?? 0),
    );
    expect(await portal.db.$count(auditEvents, isEvent)).toBe(1);

    const params = { code: made?.code ?? '' };
    const { answer } = await portal.call(verifyCertificate, { params });
    expect(answer).toMatchObject({
      imported: true,
      state: 'valid',
      register_number: row[1],
      name: '王○明',
      papers: [],
    });
    expect(answer).toMatchObject({
      issued_on: '2025-03-01',
      valid_until: '2028-02-28',
      organization: '臺北市分會',
    });

    const token = await logIn(portal.db, person);
    expect((await portal.call(ownCertificates, { token })).answer).toMatchObject([{ code: made?.code }]);
    const address = (await portal.call(certificateAddress, { token, params })).answer;
    expect(address).toMatchObject({ url: expect.stringMatching(`/v/${made?.code}$`), formats: [] });

    const officer = await enterAs(portal.db, grant('officer'));
    const query = { search: row[1] ?? '' };
    const found = (await portal.call(certificateList, { ...officer, query })).answer.rows;
    expect(found).toMatchObject([{ id: made?.id, registerNumber: row[1] }]);
    const detail = await portal.call(certificateDetail, { ...officer, params: { id: `${made?.id}` } });
    expect(detail.status).toBe(200);
    expect(await checkData(portal.db)).toEqual([]);
  });

  test('that ended earlier lapses beside a later one of the kind; an expired one stays the latest', async () => {
    const [twice, expired] = [await buildAccount(portal.db), await buildAccount(portal.db)];
    await desk.run(
      csv(
        HEAD,
        held(twice, '2019-03-01', '2022-02-28'),
        held(twice, '2025-03-01', '2028-02-28'),
        held(expired, '2019-03-01', '2022-02-28'),
      ),
    );
    expect((await certificatesOf(twice)).map(({ state }) => state)).toEqual(['lapsed', 'valid']);
    expect((await certificatesOf(expired)).map(({ state }) => state)).toEqual(['valid']);
    // Another file has a later one.
    await desk.run(csv(HEAD, held(expired)));
    expect((await certificatesOf(expired)).map(({ state }) => state)).toEqual(['lapsed', 'valid']);
  });

  test('has the end that its kind gives if the file does not say it', async () => {
    const person = await buildAccount(portal.db);
    await desk.run(csv(HEAD, [...held(person, '民國114年3月1日', ''), '']));
    const [made] = await certificatesOf(person);
    expect(made?.end.slice(4)).toBe('-02-28');
  });

  test('of two valid ones of a kind in a file only the later one can be imported', async () => {
    const person = await buildAccount(portal.db);
    const { verdicts } = await desk.tryOut(csv(HEAD, held(person, '2025-03-01', '2027-02-28'), held(person)));
    expect(verdicts).toMatchObject({ new: 1, wrong: 1 });
  });
});

test('undoing removes certificates that nobody has used since', async () => {
  const [unused, reminded] = [await buildAccount(portal.db), await buildAccount(portal.db)];
  const { id } = await desk.run(csv(HEAD, held(unused), held(reminded)));
  const [certificate] = await portal.db
    .select()
    .from(certificates)
    .where(eq(certificates.accountId, reminded.id));
  await portal.db
    .insert(certificateReminders)
    .values({ certificateId: certificate?.id ?? 0, days: 30, createdAt: NOW });
  await desk.undo(id);
  await desk.runJobs();
  const { outcomes, shown } = await desk.show(id);
  expect(outcomes).toMatchObject({ removed: 1, kept: 1 });
  expect(shown.kept[0]?.problem).toContain('寄過到期提醒');
  expect(await certificatesOf(unused)).toEqual([]);
});
