import '../../test/browser.ts';
import { expect, test } from 'vitest';
import { menus } from './menu.ts';
import { routes } from './paths.ts';

test.each([true, false])('the menus lead only to pages that exist (logged in: %s)', (isLoggedIn) => {
  const patterns = Object.values(routes).map(({ pattern }) => pattern);
  const links = menus(isLoggedIn).flatMap((section) => section.links.map(({ to }) => to));
  expect(links.filter((to) => !patterns.includes(to))).toEqual([]);
});

test('the learner centre is another one for guests and for trainees', () => {
  const [training, learner] = menus(true);
  expect(training?.links.map(({ label }) => label)).toEqual(['課程介紹', '開課資訊']);
  expect(learner?.links.map(({ label }) => label)).toContain('報名繳費紀錄查詢');
  expect(menus(false)[1]?.links.map(({ label }) => label)).toEqual(
    expect.arrayContaining(['學員登入', '加入學員']),
  );
  expect(menus(false)[1]?.links.map(({ label }) => label)).not.toContain('報名繳費紀錄查詢');
});
