import { expect, type Locator } from '@playwright/test';
import { test } from './portal.ts';
import { visit } from './screen.ts';

/* With colours of the person's own choice, what is chosen or present is told by more than a colour. */

/** Returns the borders and the outline, which do not depend on colours. */
const shapeOf = (element: Locator) =>
  element.evaluate((shown) => {
    const { borderTopWidth, borderBottomWidth, outlineStyle } = getComputedStyle(shown);
    return `${borderTopWidth} ${borderBottomWidth} ${outlineStyle}`;
  });

const expectDistinct = async (chosen: Locator, others: Locator) => {
  await expect(chosen).toHaveCount(1);
  await expect(others).not.toHaveCount(0);
  const shape = await shapeOf(chosen);
  for (const other of await others.all()) expect(await shapeOf(other)).not.toBe(shape);
};

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
});

test('with forced colours the chosen tab and the present step differ by their shape', {
  tag: '@any-width',
}, async ({ page, enterAsLin }) => {
  await enterAsLin();
  await visit(page, '/Auth/PayRecord');
  const tab = page.getByRole('tab');
  await expectDistinct(
    tab.and(page.locator('[aria-selected=true]')),
    tab.and(page.locator('[aria-selected=false]')),
  );
  await visit(page, '/Class/Personal/TPE-CPR-012/finish');
  const step = page.getByRole('main').locator('ol').getByRole('listitem');
  await expectDistinct(
    step.and(page.locator('[aria-current]')),
    step.and(page.locator(':not([aria-current])')),
  );
});

test('with forced colours the chosen group differs by its shape', {
  tag: '@any-width',
}, async ({ page, enterAs }) => {
  await enterAs('chen');
  await visit(page, '/Group/Management/LANHAI');
  const group = page.getByRole('tabpanel').getByRole('link');
  await expectDistinct(
    group.and(page.locator('[aria-current]')),
    group.and(page.locator(':not([aria-current])')),
  );
});

test('with forced colours the present page of the pager differs by its shape', {
  tag: '@any-width',
}, async ({ page }) => {
  await visit(page, '/ClassInfo?page=2');
  const link = page.getByRole('navigation', { name: '分頁' }).getByRole('link', { name: /^第 \d+ 頁$/ });
  await expectDistinct(
    link.and(page.locator('[aria-current]')),
    link.and(page.locator(':not([aria-current])')),
  );
});

test('with forced colours a dialog has an edge, a disabled button looks so, and icons follow their text', {
  tag: '@any-width',
}, async ({ page, enterAsLin }) => {
  const main = page.getByRole('main');
  await enterAsLin();
  await visit(page, '/ClassInfo/TPE-FA1-002');
  const disabled = main.locator('[aria-disabled=true]').filter({ hasText: '個人報名' });
  const [colour, gray] = await disabled.evaluate((shown) => {
    const sample = document.body.appendChild(document.createElement('p'));
    sample.style.color = 'GrayText';
    return [getComputedStyle(shown).color, getComputedStyle(sample).color];
  });
  expect(colour).toBe(gray);

  await visit(page, '/Auth/PayRecord');
  const strays = await main
    .locator('svg')
    .evaluateAll(
      (icons) =>
        icons.filter(
          (icon) =>
            getComputedStyle(icon).color !== getComputedStyle(icon.parentElement ?? document.body).color,
        ).length,
    );
  expect(strays).toBe(0);
  await main
    .getByRole('row')
    .filter({ hasText: 'TPE-CPR-012' })
    .getByRole('button', { name: /^取消報名/ })
    .click();
  await expect(page.getByRole('alertdialog', { name: '提示' })).toHaveCSS('border-top-width', '1px');
});
