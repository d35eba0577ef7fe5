import type { LayoutForm } from '@portal/contract/office/certificate-layouts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildCourse } from '../../../test/factories/catalogue.ts';
import { buildCertificatePicture, buildSigner } from '../../../test/factories/certificate-layout.ts';
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

const save = (kindId: number, form: LayoutForm, version = 0) =>
  inTransaction(portal.db, (tx) => saveLayout(tx, { kindId, form, version }, { actor: 'system', now: NOW }));

/** The only version of a new kind's layout. */
const savedLayout = async (code: string, form: Partial<LayoutForm>) => {
  const { certificateKindId: kindId } = await buildCourse(portal.db, { code, chineseName: `${code} 訓練` });
  await save(kindId, { ...defaultLayout, ...form });
  return (await findLayout(portal.db, kindId)).id;
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
  const { holder, holderFacts, backFacts, text } = await paper(null, 'card', bare);
  expect(holder).toEqual({ chinese: 'LIN, Yi-Chun', english: null });
  expect(holderFacts.map(({ value }) => value)).toEqual(['A200000003']);
  expect(backFacts.map(({ value }) => value)).toEqual(['初級急救員訓練']);
  expect(text.chinese).toContain('訓練期間自，共計  小時');
});

test('an issued certificate keeps the texts of its version, in both languages', async () => {
  const { certificateKindId: kindId } = await buildCourse(portal.db);
  const { id: signerId } = await buildSigner(portal.db);
  const form = { ...defaultLayout, ...english, languages: 'both', calendars: 'minguo', signerId } as const;
  await save(kindId, { ...form, title: '訓練證明書' });
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
    qr: { caption: { english: 'Scan to verify' } },
  });
  expect(before.facts[3]).toEqual({
    ...{ term: { chinese: '有效期限', english: 'Valid until' }, value: '民國 118 年 12 月 4 日' },
  });
  const { rows } = await portal.db.execute<{ version: string }>(
    `select max(id) as version from audit_events where action = 'certificate_layout.save'`,
  );
  await save(kindId, { ...form, title: '新的名稱' }, Number(rows[0]?.version));
  expect((await findLayout(portal.db, kindId)).layout.title).toBe('新的名稱');
  expect(await paper(id, 'a4')).toEqual(before);
});

test('a person without a Chinese name is named once, also in both languages', async () => {
  const id = await savedLayout('BOTH', { languages: 'both', issuerEnglish: 'Taipei Branch' });
  expect((await paper(id, 'a4', { chineseName: null })).holder).toEqual({
    ...{ chinese: 'LIN, Yi-Chun', english: null },
  });
});

test('a certificate without a card is printed only on a sheet', async () => {
  const id = await savedLayout('SHEET', { hasCard: false });
  expect((await paper(id, 'a4')).paper).toBe('a4-upright');
  await expect(paper(id, 'card')).rejects.toMatchObject({ code: 'certificate_no_card' });
});

test('the pictures of layout, signer and holder are on the paper; a card leaves out the background', async () => {
  const { files } = portal.services;
  const picture = async (kind: 'logo' | 'background' | 'seal') => {
    const { id, fileKey } = await buildCertificatePicture(portal.db, kind);
    await files.put(fileKey, Buffer.from(kind));
    return id;
  };
  const [logoId, backgroundId] = [await picture('logo'), await picture('background')];
  const signer = { name: '王大明', title: '理事長', sealId: await picture('seal') };
  await files.put('photos/of-holder', Buffer.from('photo'));
  const id = await savedLayout('PICTURES', { logoId, backgroundId });
  const picturesOn = async (side: 'a4' | 'card') => {
    const { pictures } = await paper(id, side, { signer, photo: 'photos/of-holder' });
    return Object.fromEntries(
      Object.entries(pictures).map(([kind, bytes]) => [kind, bytes && Buffer.from(bytes).toString()]),
    );
  };
  const all = { photo: 'photo', logo: 'logo', background: 'background', seal: 'seal' };
  expect(await picturesOn('a4')).toEqual(all);
  expect(await picturesOn('card')).toEqual({ ...all, background: null });
});
