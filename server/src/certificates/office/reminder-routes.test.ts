import { layoutHistory, layoutList } from '@portal/contract/office/certificate-layouts';
import * as contract from '@portal/contract/office/certificate-reminders';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildCourse, buildOrganization } from '../../../test/factories/catalogue.ts';
import { asStaff, buildStaff, enterOffice, grant } from '../../../test/factories/staff.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { setReminderDays } from '../reminders/reminder-settings.ts';

/* 到期提醒 of a kind, through the calls. */

let portal: TestPortal;
let headers: Record<string, string>;
let kindId: number;
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  kindId = (await buildCourse(portal.db)).certificateKindId;
  const admin = await buildStaff(portal.db, { name: '周世昌', grants: [grant('admin')] });
  headers = { 'sec-fetch-site': 'same-origin', cookie: await enterOffice(portal.db, admin) };
});
afterAll(() => portal.close());

const params = () => ({ id: String(kindId) });
const show = async () => (await portal.call(contract.reminders, { params: params(), headers })).answer;
const set = async (days: unknown, version?: number) => {
  const body = { days, version: version ?? (await show()).version };
  return portal.call(contract.setReminders, { params: params(), body, headers });
};

test('a kind has four days until others are set; none is a setting too', async () => {
  expect(await show()).toMatchObject({ days: [180, 90, 30, 7], version: 0 });
  expect((await set([14, 60])).answer.days).toEqual([60, 14]);
  expect((await set([])).answer.days).toEqual([]);
  expect((await set([1, 365, 30, 7, 90, 180])).answer.days).toEqual([365, 180, 90, 30, 7, 1]);
  const { answer: rows } = await portal.call(layoutList, { headers });
  expect(rows.find(({ kind }) => kind.id === kindId)?.reminderDays).toHaveLength(6);
  const { answer: history } = await portal.call(layoutHistory, { params: params(), headers });
  expect(history).toHaveLength(3);
  expect(history[1]).toMatchObject({
    action: 'certificate_reminders.edit',
    actor: { name: '周世昌' },
    changes: [{ field: 'reminderDays', before: '60、14', after: '不提醒' }, { field: 'certificateKind' }],
  });
});

test('the same days again change nothing', async () => {
  const { answer: former } = await set([60, 30]);
  expect((await set([30, 60])).answer).toEqual(former);
});

test.each([
  ['0', [0], '請輸入 1 至 365 的天數'],
  ['366', [366], '請輸入 1 至 365 的天數'],
  ['a fraction', [1.5], '請輸入 1 至 365 的天數'],
  ['seven days', [1, 2, 3, 4, 5, 6, 7], '最多設定 6 次提醒'],
  ['a day twice', [30, 30], '同一個天數只需輸入一次'],
])('%s is refused', async (_, days, text) => {
  const { status, refusal } = await set(days);
  expect([status, Object.values(refusal.errors ?? {}).flat()]).toEqual([422, [text]]);
});

test('saving an older version is refused and names who changed it first', async () => {
  const { version } = await show();
  await set([45], version);
  const { status, code } = await set([50], version);
  expect([status, code]).toEqual([409, 'changed_meanwhile']);
});

test('staff of one organisation set none', async () => {
  const branch = await buildOrganization(portal.db);
  const actor = asStaff({ id: 1, name: '管理員' }, [grant('admin', branch.id)]);
  const attempt = inTransaction(portal.db, (tx) =>
    setReminderDays(tx, { kindId, days: [5], version: Number.MAX_SAFE_INTEGER }, { actor, now: NOW }),
  );
  await expect(attempt).rejects.toMatchObject({ code: 'forbidden' });
});

test('an unknown kind is not found', async () => {
  const input = { params: { id: '999999' }, headers };
  expect((await portal.call(contract.reminders, input)).status).toBe(404);
});

test.each([
  ['180、90、30、7', [180, 90, 30, 7]],
  [' ６０，14天 7 ', [60, 14, 7]],
  ['', []],
])('staff may type the days as %j', (days, read) => {
  expect(contract.RemindersForm.parse({ days })).toEqual({ days: read });
});

test('what is no number of days is refused', () => {
  for (const days of ['三十', '1.5', '-7', '12345', '0'])
    expect(contract.RemindersForm.safeParse({ days }).error?.issues[0]).toMatchObject({
      ...{ path: ['days'], message: '請輸入 1 至 365 的天數' },
    });
});
