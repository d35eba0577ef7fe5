import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildClass, buildCourse, buildOrganization } from '../../../test/factories/catalogue.ts';
import { proposeCode, seriesCodes } from './class-codes.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

test('the proposed code is one more than the highest of the branch and the course', async () => {
  await buildOrganization(portal.db);
  await buildCourse(portal.db);
  const { id: organizationId } = await buildOrganization(portal.db, { code: 'KHH', name: '高雄市分會' });
  const { id: courseId } = await buildCourse(portal.db, { code: 'AED', chineseName: '去顫器訓練' });
  const propose = () => proposeCode(portal.db, { organizationId, courseId });
  for (const code of ['TPE-AED-0700', 'KHH-CPR-0800', 'SPECIAL', 'KHH-AED-NIGHT', 'KHH-AED-9999999'])
    await buildClass(portal.db, { code });
  expect(await propose()).toBe('KHH-AED-0001');
  for (const code of ['KHH-AED-0009', 'khh-aed-0041', 'KHH-AED-5']) await buildClass(portal.db, { code });
  expect(await propose()).toBe('KHH-AED-0042');
  await buildClass(portal.db, { code: 'KHH-AED-100' });
  expect(await propose()).toBe('KHH-AED-101');
});

test('no code is proposed for a branch or a course that does not exist', async () => {
  const { id: organizationId } = await buildOrganization(portal.db);
  const { id: courseId } = await buildCourse(portal.db);
  const codeOf = (ids: { organizationId: number; courseId: number }) =>
    proposeCode(portal.db, ids).catch(({ code }: { code: string }) => code);
  expect(await codeOf({ organizationId: 987_654, courseId })).toBe('class_organization_unknown');
  expect(await codeOf({ organizationId, courseId: 987_654 })).toBe('course_unknown');
});

test.each([
  ['SERIES-07', 3, ['SERIES-07', 'SERIES-09', 'SERIES-10']],
  ['SERIES-08', 1, ['SERIES-08']],
  ['WEEK99', 2, ['WEEK99', 'WEEK100']],
  ['NIGHT', 3, ['NIGHT', 'NIGHT-2', 'NIGHT-3']],
  ['0123', 2, ['0123', '0124']],
  ['series-07', 2, ['series-07', 'series-09']],
])('the codes of a series from %s on: %i', async (code, count, codes) => {
  if (code === 'SERIES-07') await buildClass(portal.db, { code: 'SERIES-08' });
  expect(await seriesCodes(portal.db, code, count)).toEqual(codes);
});
