import * as contract from '@portal/contract/group-certificates';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount, logIn } from '../../../test/factories/account.ts';
import { buildClass, buildCourse } from '../../../test/factories/catalogue.ts';
import { buildCertificate, buildNeed } from '../../../test/factories/certificate.ts';
import { buildGroup, buildMembership } from '../../../test/factories/group.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { readSheet } from '../../platform/sheets/read-sheet.ts';
import { orderTodaysPaper, sheetRows, sheetWidths } from './today-texts.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

/** A group that needs first aid, with a manager who holds it and a member who is enrolled. */
const buildWorkplace = async () => {
  const [group, manager] = [
    await buildGroup(portal.db, { name: '藍海／救生隊' }),
    await buildAccount(portal.db, { chineseName: '=王經理' }),
  ];
  const member = await buildAccount(portal.db, { chineseName: '林報名' });
  await buildMembership(portal.db, { group, account: manager, role: 'manager' });
  await buildMembership(portal.db, { group, account: member });
  const course = await buildCourse(portal.db, { code: 'AID', chineseName: '急救人員訓練' });
  await buildNeed(portal.db, { group, kindId: course.certificateKindId, count: 3 });
  await buildCertificate(portal.db, { account: manager, courseId: course.id, endTime: '2026-12-20' });
  const trainingClass = await buildClass(portal.db, { courseId: course.id });
  await buildRegistration(portal.db, { class: trainingClass, account: member });
  return { params: { GroupCode: group.code }, token: await logIn(portal.db, manager) };
};

const download = (
  { path }: { path: string },
  { params, token }: { params: { GroupCode: string }; token: string },
) =>
  portal.app.inject({
    url: path.replace(':GroupCode', params.GroupCode),
    headers: { authorization: `Bearer ${token}` },
  });

test('the sheet has everybody, the totals, the group and the date', async () => {
  const file = await download(contract.groupCertificateSheet, await buildWorkplace());
  expect(file.headers).toMatchObject({
    'content-type': contract.groupCertificateSheet.answerType,
    'content-disposition': expect.stringContaining(encodeURIComponent('藍海／救生隊 證照 2026-12-01.xlsx')),
    'cache-control': 'no-store',
  });
  const answer = await readSheet(file.rawPayload, { maxRows: 50, maxColumns: 10 });
  const rows = 'sheet' in answer ? answer.sheet.rows : [];
  expect(rows.map((row) => row.map((cell) => cell ?? ''))).toEqual([
    ['姓名', '身分', '急救人員訓練證', '急救人員訓練證 到期日', '急救人員訓練證 辦理中'],
    ['=王經理', '管理員', '30 天內到期', '2026-12-20'],
    ['林報名', '成員', '缺', '', '已報名（2026-12-31 起上課）'],
    ['所需人數', '', '3'],
    ['有效人數', '', '1'],
    ['其中 90 天內到期', '', '1'],
    ['結果', '', '不足 2 人'],
    ['團體', '藍海／救生隊'],
    ['日期', '2026-12-01'],
  ]);
});

test('the paper is a PDF that names the group and the date', async () => {
  const file = await download(contract.groupCertificatePaper, await buildWorkplace());
  expect(file.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': expect.stringContaining(encodeURIComponent('藍海／救生隊 證照 2026-12-01.pdf')),
  });
  expect(file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
});

describe('the texts of the paper', () => {
  const held = { state: 'valid', until: '2028-05-01', enrolled_from: null, renewal_asked: false, due: false };
  const shownWith = (kindCount: number): contract.GroupCertificates => ({
    ...{ group: { code: 'G', name: '藍海救生隊' }, version: 1 },
    kinds: Array.from({ length: kindCount }, (_, at) => ({
      ...{ id: at + 1, name: `第 ${at + 1} 種`, count: 3, valid: 1, ending: 0, under_way: 0, short: 2 },
      to_enrol: [],
    })),
    people: [
      {
        ...{ id: 1, name: '林怡君', manager: false },
        held: Array.from({ length: kindCount }, () => ({ ...held, state: 'valid' as const })),
      },
    ],
  });

  test('are those of the day', () => {
    expect(orderTodaysPaper(shownWith(1), '2026-12-01').data).toMatchObject({
      organization: '藍海救生隊',
      facts: [
        ['資料日期', '民國 115 年 12 月 1 日'],
        ['人數', '1 人'],
      ],
      summary: {
        heads: ['證照種類', '所需人數', '有效人數', '其中 90 天內到期', '辦理中', '結果'],
        rows: [['第 1 種', '3', '1', '0', '0', '不足 2 人']],
      },
      blocks: [{ heads: ['序', '姓名', '第 1 種'], rows: [['1', '林怡君', '有效\n至 117.05.01']] }],
    });
  });

  test('are divided into tables that fit a page across', () => {
    const { blocks } = orderTodaysPaper(shownWith(20), '2026-12-01').data as {
      blocks: { heads: string[] }[];
    };
    expect(blocks.map(({ heads }) => heads.length)).toEqual([9, 9, 8]);
  });
});

test('the texts name a renewal under way, an expired certificate and a need that is met', () => {
  const held = { until: '2026-01-31', enrolled_from: '2026-12-07', renewal_asked: true, due: true };
  const shown: contract.GroupCertificates = {
    ...{ group: { code: 'G', name: '藍海救生隊' }, version: 1 },
    kinds: [
      ...[{ id: 1, name: '急救證', count: 1, valid: 1, ending: 0, under_way: 1, short: 0, to_enrol: [] }],
    ],
    people: [{ id: 1, name: '林怡君', manager: false, held: [{ ...held, state: 'expired' }] }],
  };
  const rows = sheetRows(shown, '2026-12-01');
  expect(rows[0]?.at(-1)).toBe('已報名（2026-12-07 起上課）、已申請換證');
  expect(rows).toContainEqual(['結果', null, '足夠', null, null]);
  expect(sheetWidths(shown)).toEqual([16, 10, 14, 14, 26]);
  expect(orderTodaysPaper(shown, '2026-12-01').data).toMatchObject({
    blocks: [{ rows: [['1', '林怡君', '過期\n115.01.31 到期\n已報名（115.12.07 起上課）、已申請換證']] }],
  });
});

test.each([contract.groupCertificateSheet, contract.groupCertificatePaper])(
  '%# is refused without needs, to members, to others and to guests',
  async (call) => {
    const { params, token } = await buildWorkplace();
    const others = await buildAccount(portal.db);
    const group = await buildGroup(portal.db);
    await buildMembership(portal.db, { group, account: others, role: 'manager' });
    const member = await buildAccount(portal.db);
    await buildMembership(portal.db, { group, account: member });
    const codeOf = async (GroupCode: string, account: Parameters<typeof logIn>[1] | null) => {
      const file = await download(call, {
        params: { GroupCode },
        token: account ? await logIn(portal.db, account) : token,
      });
      return file.json().code;
    };
    expect(await codeOf(group.code, others)).toBe('needs_missing');
    expect(await codeOf(group.code, member)).toBe('group_managers_only');
    expect(await codeOf(params.GroupCode, others)).toBe('group_not_found');
    expect((await download(call, { params, token: 'x' })).statusCode).toBe(401);
  },
);

test('files of a group are made two at a time, and too many are asked to wait', async () => {
  const workplace = await buildWorkplace();
  const files = await Promise.all(
    Array.from({ length: 12 }, () => download(contract.groupCertificatePaper, workplace)),
  );
  const statuses = new Set(files.map(({ statusCode }) => statusCode));
  expect(statuses).toEqual(new Set([200, 503]));
  expect(files.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThanOrEqual(6);
});
