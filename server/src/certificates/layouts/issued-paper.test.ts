import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildCourse } from '../../../test/factories/catalogue.ts';
import { buildSigner } from '../../../test/factories/certificate-layout.ts';
import { inTransaction } from '../../platform/database/database.ts';
import type { CertificateContent } from '../content.ts';
import { defaultLayout } from './default-layout.ts';
import { issuedPaper } from './issued-paper.ts';
import { findLayout, findSigner } from './layout-queries.ts';
import { saveLayout } from './save-layout.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const content: CertificateContent = {
  ...{ number: 'FA1-2026-TEST000001', registerNumber: '臺北市分會初級急救員證字第1150001號' },
  ...{ kind: '初級急救員證', course: '初級急救員訓練', classCode: 'TPE-FA1-001', hours: 16 },
  ...{ firstDay: '2026-11-21', lastDay: '2026-11-22', issuedOn: '2026-12-05', validUntil: '2029-12-04' },
  ...{ chineseName: '林怡君', englishName: 'LIN, Yi-Chun', birthDate: '1996-03-02', photo: null },
  ...{ identity: 'A200000003', maskedIdentity: 'A20*****03', organization: '臺北市分會', signer: null },
};

const english = {
  ...{ issuerEnglish: 'Taipei Branch', titleEnglish: 'Certificate of {kind}' },
  textEnglish: '{name}, {period}, {hours} hours, until {until}',
};

const paper = (layoutId: number | null, side: 'a4' | 'card', changes: Partial<CertificateContent> = {}) =>
  issuedPaper(
    { db: portal.db, files: portal.services.files },
    { content: { ...content, ...changes }, layoutId, url: 'https://portal.example/v/1' },
    side,
  );

test('the built-in layout prints Chinese in both calendars', async () => {
  expect(await paper(null, 'a4')).toEqual({
    paper: 'a4-upright',
    issuer: { chinese: '臺北市分會', english: null },
    title: { chinese: '結業證書', english: null },
    heading: '證書字號：臺北市分會初級急救員證字第1150001號',
    holder: { chinese: '林怡君', english: null },
    holderFacts: [
      { term: { chinese: '身分證字號', english: null }, value: 'A200000003' },
      { term: { chinese: '出生日期', english: null }, value: '民國 85 年 3 月 2 日（1996-03-02）' },
    ],
    text: {
      chinese:
        '參加本會辦理之「初級急救員訓練」，訓練期間自民國 115 年 11 月 21 日至民國 115 年 11 月 22 日，共計 16 小時，期滿經測驗合格，特發給本證書，以資證明。',
      english: null,
    },
    facts: [
      { term: { chinese: '證照名稱', english: null }, value: '初級急救員證' },
      { term: { chinese: '證書號碼', english: null }, value: 'FA1-2026-TEST000001' },
      { term: { chinese: '發證日期', english: null }, value: '民國 115 年 12 月 5 日（2026-12-05）' },
      { term: { chinese: '有效期限', english: null }, value: '民國 118 年 12 月 4 日（2029-12-04）' },
    ],
    backFacts: [
      { term: { chinese: '訓練項目', english: null }, value: '初級急救員訓練' },
      { term: { chinese: '訓練時數', english: null }, value: '16 小時' },
      {
        term: { chinese: '訓練期間', english: null },
        value: '民國 115 年 11 月 21 日至民國 115 年 11 月 22 日',
      },
    ],
    date: { chinese: '中華民國 115 年 12 月 5 日', english: null },
    signer: null,
    qr: { url: 'https://portal.example/v/1', caption: { chinese: '掃描查驗真偽', english: null } },
    pictures: { photo: null, logo: null, background: null, seal: null },
  });
});

test('without a class, its days, its hours and a Chinese name, these are left out', async () => {
  const bare = { chineseName: null, hours: null, firstDay: null, lastDay: null, birthDate: null } as const;
  const { holder, holderFacts, backFacts } = await paper(null, 'card', bare);
  expect(holder).toEqual({ chinese: 'LIN, Yi-Chun', english: null });
  expect(holderFacts.map(({ value }) => value)).toEqual(['A200000003']);
  expect(backFacts.map(({ value }) => value)).toEqual(['初級急救員訓練']);
});

test('an issued certificate keeps the texts of its version, in both languages', async () => {
  const { certificateKindId: kindId } = await buildCourse(portal.db);
  const { id: signerId } = await buildSigner(portal.db);
  const form = { ...defaultLayout, ...english, languages: 'both', calendars: 'minguo', signerId } as const;
  const save = (title: string, version: number) =>
    inTransaction(portal.db, (tx) =>
      saveLayout(tx, { kindId, form: { ...form, title }, version }, { actor: 'system', now: NOW }),
    );
  await save('訓練證明書', 0);
  const { id, layout } = await findLayout(portal.db, kindId);
  expect(await findSigner(portal.db, layout, 1)).toMatchObject({ id: signerId });
  const before = await paper(id, 'a4');
  expect(before).toMatchObject({
    title: { chinese: '訓練證明書', english: 'Certificate of 初級急救員證' },
    holder: { chinese: '林怡君', english: 'LIN, Yi-Chun' },
    text: {
      english: 'LIN, Yi-Chun, 21 November 2026 to 22 November 2026, 16 hours, until 4 December 2029',
    },
    date: { english: '5 December 2026' },
  });
  expect(before.facts[3]?.value).toBe('民國 118 年 12 月 4 日');
  const { rows } = await portal.db.execute<{ version: string }>(
    `select max(id) as version from audit_events where action = 'certificate_layout.save'`,
  );
  await save('新的名稱', Number(rows[0]?.version));
  expect((await findLayout(portal.db, kindId)).layout.title).toBe('新的名稱');
  expect(await paper(id, 'a4')).toEqual(before);
});
