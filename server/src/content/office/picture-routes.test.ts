import * as contract from '@portal/contract/office/content';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildClass, buildCourse } from '../../../test/factories/catalogue.ts';
import { buildBanner, buildIntroType } from '../../../test/factories/content.ts';
import { enterAs, grant } from '../../../test/factories/staff.ts';
import { courses } from '../../catalogue/tables.ts';
import { banners, intros, introTypes, pictures, siteSettings } from '../tables.ts';

/* 網站內容 → 圖片. */

let portal: TestPortal;
let headers: Record<string, string>;
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  ({ headers } = await enterAs(portal.db, grant('editor')));
});
afterAll(() => portal.close());
beforeEach(async () => {
  for (const table of [banners, intros, introTypes, siteSettings, pictures]) await portal.db.delete(table);
});

const used = async () => (await portal.call(contract.usedPictures, { headers })).answer;

let serial = 0;
const buildPicture = async (minutes = 0) => {
  serial += 1;
  const key = `picture-in-a-text-${serial}`;
  const createdAt = new Date(NOW.getTime() + minutes * 60_000);
  await portal.db.insert(pictures).values({ key, width: 800, height: 600, createdAt });
  return { src: `/pictures/${key}`, html: `<p>圖</p><img src="/pictures/${key}" alt="">` };
};

test('without content no picture is used', async () => {
  await buildPicture();
  expect(await used()).toEqual([]);
});

test('a picture is listed with its size, time and place', async () => {
  const { id, pictureKey } = await buildBanner(portal.db, { publishedAt: null });
  expect(await used()).toEqual([
    {
      ...{ src: `/pictures/${pictureKey}`, width: 1600, height: 480 },
      uploadedAt: '2026-12-01T10:00:00+08:00',
      uses: [{ kind: 'banner', name: `${id}`, title: '急救訓練' }],
      moreClasses: 0,
    },
  ]);
});

test('a picture that several texts show is listed once, with each of them once', async () => {
  const { src, html } = await buildPicture(1);
  const type = await buildIntroType(portal.db, {
    title: '急救',
    entries: [{ title: '課程', html: html + html }],
  });
  const value = { title: '使用說明', html };
  await portal.db.insert(siteSettings).values([
    { key: 'page:Help', value },
    { key: 'page-revision:Help', value },
  ]);
  const [intro] = await portal.db.select().from(intros).where(eq(intros.typeId, type.id));
  const [shown, ofType] = await used();
  expect(shown).toMatchObject({
    src,
    uses: [
      { kind: 'intro', name: `${intro?.id}`, title: '課程' },
      { kind: 'page', name: 'Help', title: '使用說明' },
    ],
  });
  expect(ofType?.uses).toEqual([{ kind: 'intro_type', name: `${type.id}`, title: '急救' }]);
});

test('a picture in a text that waits beside the public one is used, too', async () => {
  const [former, next] = [await buildPicture(), await buildPicture(1)];
  const type = await buildIntroType(portal.db, { entries: [{ title: '公開的', html: former.html }] });
  const revision = { title: '修改的', html: next.html };
  await portal.db.update(intros).set({ revision }).where(eq(intros.typeId, type.id));
  const ofIntro = (await used()).filter(({ uses }) => uses[0]?.kind === 'intro');
  expect(ofIntro.map(({ src, uses: [use] }) => [src, use?.title])).toEqual([
    [next.src, '修改的'],
    [former.src, '修改的'],
  ]);
});

test('courses and classes that show a picture are named, the newest five classes of it, drafts of other branches not', async () => {
  const { db } = portal;
  const { src, html } = await buildPicture();
  const course = await buildCourse(db, { chineseName: '急救訓練' });
  await db.update(courses).set({ html }).where(eq(courses.id, course.id));
  const days = [1, 2, 3, 4, 5, 6, 7];
  // The last two begin together.
  for (const day of days)
    await buildClass(db, {
      ...{
        courseId: course.id,
        code: `P${day}`,
        startTime: new Date(Date.UTC(2027, 0, Math.min(day, 6), 1)),
      },
      ...(day % 2 === 0 ? { html } : { paidHtml: html + html }),
    });
  await buildClass(db, { courseId: course.id, code: 'DRAFT', state: 'draft', publishedAt: null, html });
  const [picture] = await used();
  expect(picture).toMatchObject({
    src,
    uses: [
      ...['P7', 'P6', 'P5', 'P4', 'P3'].map((code) => ({ kind: 'class', title: `${code} 急救訓練` })),
      { kind: 'course', name: `${course.id}`, title: '急救訓練' },
    ],
    moreClasses: 2,
  });
});
