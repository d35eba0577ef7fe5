import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { enterOffice } from './office.ts';
import { test } from './portal.ts';

/* Pages behind a login make their first calls while their code is on the way, and make each once. */

const ROOT = new URL('..', import.meta.url);

const callsOf = (page: Page): string[] => {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(decodeURI(pathname + search));
  });
  return calls;
};

/** Holds a script back until the page has called. */
const holdUntilCalled = async (page: Page, script: string, call: string) => {
  const called = page.waitForRequest((request) => new URL(request.url()).pathname === call);
  await page.route(script, async (route) => {
    await called;
    await route.continue();
  });
};

/** The next page of a list is another call. */
const countOf = (calls: readonly string[], call: string): number => {
  const first = calls.find((each) => each.split('?')[0] === call);
  return calls.filter((each) => each === first).length;
};

const webManifest = async () =>
  JSON.parse(await readFile(new URL('web/dist/.vite/manifest.json', ROOT), 'utf8'));

test('pages of a trainee', async ({ page, enterAsLin }) => {
  const manifest = await webManifest();
  await enterAsLin();
  const calls = callsOf(page);
  for (const [address, module, call, shown] of [
    ['/Auth/PayRecord', 'src/enrolment/records-page.tsx', '/api/class/personal/Record', 'TPE-CPR-012'],
    ['/Auth/TrainingRecord', 'src/training/records-page.tsx', '/api/class/personal/TrainingRecord', '合格'],
    ['/Auth/CertList', 'src/certificates/list-page.tsx', '/api/class/personal/CertLists', '證照'],
    [
      '/Class/Personal/TPE-FA1-001',
      'src/enrolment/confirm-page.tsx',
      '/api/class/personal/precheck',
      'TPE-FA1-001',
    ],
    [
      '/Class/Personal/TPE-CPR-012/finish',
      'src/enrolment/registration-info-page.tsx',
      '/api/class/personal/check',
      'TPE-CPR-012',
    ],
    [
      '/Auth/PaidInfo/TPE-CPR-012',
      'src/payment/payment-report-page.tsx',
      '/api/class/TPE-CPR-012/check',
      'TPE-CPR-012',
    ],
    ['/Group', 'src/groups/groups-page.tsx', '/api/class/groups', '藍海救生隊'],
  ] as const) {
    await test.step(address, async () => {
      calls.length = 0;
      await holdUntilCalled(page, `/${manifest[module].file}`, call);
      await page.goto(address);
      await expect(page.getByRole('main')).toContainText(shown);
      await page.waitForLoadState('networkidle');
      expect(countOf(calls, call), calls.join('\n')).toBe(1);
      await page.unrouteAll();
    });
  }
});

test('the page to which a form leads', async ({ page, trainee, openClass }) => {
  const { code } = await openClass();
  await page.goto(`/Class/Personal/${code}`);
  await page.getByRole('button', { name: '確認' }).click({ trial: true });
  const calls = callsOf(page);
  const [script, call] = [
    (await webManifest())['src/enrolment/registration-info-page.tsx'].file,
    '/api/class/personal/check',
  ];
  await holdUntilCalled(page, `/${script}`, call);
  await page.getByRole('button', { name: '確認' }).click();
  await expect(page.getByRole('main')).toContainText('以下是您的報名資訊');
  await page.waitForLoadState('networkidle');
  expect(countOf(calls, call), `${trainee.name}: ${calls.join('\n')}`).toBe(1);
});

test('sections of the office', async ({ page, context, baseURL }) => {
  await enterOffice(context, baseURL, 'admin@portal.example');
  const calls = callsOf(page);
  for (const [address, call] of [
    ['/classes', '/api/office/classes'],
    ['/enrolment/review', '/api/office/reviews'],
    ['/enrolment/registrations', '/api/office/registrations'],
    ['/people', '/api/office/people'],
    ['/statements', '/api/office/statement-accounts'],
    ['/payment', '/api/office/payments'],
    ['/certificates/issuing', '/api/office/certificate-classes'],
    ['/groups', '/api/office/groups'],
    ['/correspondence', '/api/office/mails'],
    ['/privacy', '/api/office/privacy/requests'],
    ['/audit', '/api/office/events'],
  ] as const) {
    await test.step(address, async () => {
      calls.length = 0;
      await holdUntilCalled(page, '/office/assets/start-*.js', call);
      await page.goto(`/office${address}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      expect(countOf(calls, call), calls.join('\n')).toBe(1);
      await page.unrouteAll();
    });
  }
  await test.step('a key instead of a link', async () => {
    await page.goto('/office/');
    await expect(page.getByRole('heading', { level: 1, name: '今日工作' })).toBeVisible();
    calls.length = 0;
    const call = '/api/office/classes';
    await holdUntilCalled(page, '/office/assets/classes-page-*.js', call);
    for (const key of ['g', 'c']) await page.keyboard.press(key);
    await expect(page.getByRole('heading', { level: 1, name: '開課' })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(countOf(calls, call), calls.join('\n')).toBe(1);
  });
});
