import { expect } from '@playwright/test';
import { test } from './portal.ts';
import { visit } from './screen.ts';
import { issue } from './staff.ts';

/* The button that a page is opened for is in sight before anything is scrolled, on a phone and on a laptop. */

test('the button of the bar is in sight at once: enrolment, renewal and a member', async ({
  page,
  db,
  trainee,
  enter,
  formGroup,
  openClass,
}) => {
  const main = page.getByRole('main');
  const confirm = main.getByRole('button', { name: '確認' });
  const expectInSight = async () => {
    await expect(main.locator('dt').getByText('科系')).toBeAttached();
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(850);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await expect(confirm).toBeInViewport({ ratio: 1 });
  };
  const { number } = await issue(db, trainee);
  const { code } = await openClass();

  await test.step('enrolment', async () => {
    await visit(page, `/Class/Personal/${code}`);
    await expectInSight();
  });
  await test.step('renewal', async () => {
    await visit(page, `/Auth/ReCert/${number}`);
    await expectInSight();
    // A refusal is shown where the button is.
    await page.route(/\/recert$/, (route) => route.abort());
    await confirm.click();
    await expect(main.getByRole('alert')).toBeInViewport({ ratio: 1 });
  });
  await test.step('a member', async () => {
    const group = await formGroup(['li']);
    await enter(group.manager);
    await visit(page, `/Group/Management/${group.code}`);
    await main.getByRole('link', { name: '查看（李佩珊）' }).click();
    await expectInSight();
  });
});

test('the way to enrol is in sight at once on the page of a class', async ({ page }) => {
  await visit(page, '/ClassInfo/TPE-FA1-001');
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(1000);
  for (const name of ['個人報名', '團體報名'])
    await expect(page.getByRole('main').getByRole('link', { name })).toBeInViewport({ ratio: 1 });
});
