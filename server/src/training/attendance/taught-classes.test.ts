import { waitingWork } from '@portal/contract/office/reports';
import { taughtClasses } from '@portal/contract/office/training';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import {
  buildClass,
  buildClassSession,
  buildOrganization,
  nameInstructor,
} from '../../../test/factories/catalogue.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { buildStaff, enterOffice, grant } from '../../../test/factories/staff.ts';

let portal: TestPortal;
let here: number;
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  here = (await buildOrganization(portal.db)).id;
  await buildLessons();
});
afterAll(() => portal.close());

const DAY = 86_400_000;
const inDays = (days: number) => new Date(NOW.getTime() + days * DAY);

/** A class with one confirmed person. */
const build = async (code: string, days: number, result?: 1 | 2) => {
  const trainingClass = await buildClass(portal.db, {
    code,
    startTime: inDays(days),
    endTime: inDays(days + 0.3),
  });
  const account = await buildAccount(portal.db);
  const registered = { class: trainingClass, account, state: 'confirmed' } as const;
  await buildRegistration(portal.db, { ...registered, ...(result && { result }) });
  return trainingClass;
};

const taught: { id: number }[] = [];
const buildLessons = async () => {
  taught.push(await build('OVER-NEW', -3), await build('OVER-OLD', -20));
  await build('OVER-DONE', -5, 1);
  await build('OVER-LONG-AGO', -200);
  await buildClass(portal.db, { code: 'OVER-EMPTY', startTime: inDays(-4) });
  await build('AHEAD', 3);
  const longer = await buildClass(portal.db, {
    ...{ code: 'TODAY-LONGER', startTime: inDays(-2), endTime: inDays(2) },
  });
  await buildClassSession(portal.db, { classId: longer.id, date: '2026-12-01' });
  const held = await build('TODAY', -1);
  const afternoon = { fromTime: '13:30', toTime: '16:30' };
  await buildClassSession(portal.db, { classId: held.id, date: '2026-12-01', ...afternoon });
  const morning = { fromTime: '09:00', toTime: '12:00' };
  await buildClassSession(portal.db, { classId: held.id, date: '2026-12-01', ...morning });
  await buildClassSession(portal.db, { classId: held.id, date: '2026-12-02', ...morning });
  const elsewhere = await buildOrganization(portal.db, { code: 'KHH', name: '高雄市分會' });
  await buildClass(portal.db, { code: 'ELSEWHERE', startTime: inDays(-3), organizationId: elsewhere.id });
};

const enter = async (role: 'officer' | 'instructor' | 'auditor', branch: number | null = here) => {
  const staff = await buildStaff(portal.db, { grants: [grant(role, branch)] });
  return { staff, headers: { cookie: await enterOffice(portal.db, staff) } };
};

const codes = (rows: readonly { code: string }[]) => rows.map(({ code }) => code);

test('an officer sees the classes of today, and those that are over and lack results, by their end', async () => {
  const { headers } = await enter('officer');
  const { answer } = await portal.call(taughtClasses, { headers });
  expect(answer.today).toMatchObject([
    { code: 'TODAY', hoursToday: ['09:00–12:00', '13:30–16:30'] },
    { code: 'TODAY-LONGER', hoursToday: ['09:00–17:00'] },
  ]);
  expect(codes(answer.missing)).toEqual(['OVER-OLD', 'OVER-NEW', 'TODAY']);
  expect(answer.missing[0]).toMatchObject({ people: 1, missing: 1 });
  const work = (await portal.call(waitingWork, { headers })).answer;
  expect(work.results).toEqual({ count: 3, oldestAt: answer.missing[0]?.endTime });
});

test('an instructor sees the classes that name them', async () => {
  const { staff, headers } = await enter('instructor');
  const none = (await portal.call(taughtClasses, { headers })).answer;
  expect([none.today, none.missing]).toEqual([[], []]);
  for (const trainingClass of taught) await nameInstructor(portal.db, trainingClass, staff);
  const { answer } = await portal.call(taughtClasses, { headers });
  expect([codes(answer.today), codes(answer.missing)]).toEqual([[], ['OVER-OLD', 'OVER-NEW']]);
});

test('an auditor reads them and cannot enter results', async () => {
  const { headers } = await enter('auditor');
  expect((await portal.call(taughtClasses, { headers })).answer.missing).toHaveLength(3);
  expect((await portal.call(waitingWork, { headers })).answer.results).toBeNull();
});
