import '../../../kit/test/browser.ts';
import { expect, test } from 'vitest';
import { paths } from '../platform/paths.ts';
import { menus } from './menu.ts';

test.each([true, false])('the menus lead only to pages that exist (logged in: %s)', (isLoggedIn) => {
  const patterns: string[] = Object.values(paths).map(({ pattern }) => pattern);
  const links = menus(isLoggedIn).flatMap((section) => section.links.map(({ to }) => to));
  expect(links.filter((to) => !patterns.includes(to))).toEqual([]);
});

const linksOf = (isLoggedIn: boolean) =>
  menus(isLoggedIn).map(({ label, links }) => [label, links.map((link) => `${link.label} ${link.to}`)]);

const training = ['訓練課程', ['課程介紹 /Intro', '開課資訊 /ClassInfo']];

test('the section 學員中心 lists different pages for guests and trainees', () => {
  expect(linksOf(true)).toEqual([
    training,
    [
      '學員中心',
      [
        '個人資料編輯 /Auth/Profile',
        '個人訓練紀錄查詢 /Auth/TrainingRecord',
        '報名繳費紀錄查詢 /Auth/PayRecord',
        '證照換證申請 /Auth/CertList',
        '團體管理 /Group',
      ],
    ],
  ]);
  expect(linksOf(false)).toEqual([
    training,
    ['學員中心', ['學員登入 /login', '加入學員 /Register', '忘記密碼 /ForgetPassword']],
  ]);
});
