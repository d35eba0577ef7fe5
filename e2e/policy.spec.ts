import { expect, type Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { classes } from '../server/src/classes/tables.ts';
import { intros, introTypes } from '../server/src/content/tables.ts';
import { approveRegistration } from '../server/src/enrolment/review/approve-registration.ts';
import { hostileHtml } from '../server/test/hostile-html.ts';
import { callAs, endSession, openWithoutContents, test } from './portal.ts';
import { confirm, field } from './registration-form.ts';
import { fact, logIn, visit } from './screen.ts';
import { decide } from './staff.ts';
import { watch } from './watch.ts';

/* The screens themselves are watched in accessibility.spec.ts, which opens them all. */

test('no form and no dialog does anything against the policy that its page comes with', async ({
  page,
  request,
  trainee,
  openClass,
}) => {
  const { code } = await openClass();
  const faults = await watch(page);
  const main = page.getByRole('main');
  const dialog = (name: string) => page.getByRole('alertdialog', { name, exact: true });
  await page.goto(`/Class/Personal/${code}`);
  await expect(confirm(page)).toBeVisible();
  await callAs(request, trainee, '/api/class/personal/create', { code });
  await confirm(page).click();
  await expect(dialog('報名失敗')).toBeVisible();
  await page.goto('/Auth/PayRecord');
  await main.getByRole('button', { name: /^取消報名：/ }).click();
  await dialog('提示').getByRole('button', { name: '取消報名' }).click();
  await expect(dialog('成功')).toBeVisible();
  await endSession(page, request, trainee);
  await page.goto('/Auth/PayRecord');
  await dialog('提示').getByRole('button', { name: '重新登入' }).click();
  await logIn(page, trainee.idNumber, 'wrong');
  await dialog('登入失敗').getByRole('button', { name: '確定' }).click();

  await page.goto('/Register');
  await page.getByRole('button', { name: '開啟月曆' }).click();
  await page.getByRole('dialog').getByRole('gridcell').getByRole('button').first().click();
  await field(page, 'file').locator('input').setInputFiles('web/public/share.png');
  await expect(page.getByAltText('照片預覽')).toBeVisible();
  expect(faults).toEqual([]);
});

test('the page about the interface keeps to its policy', async ({ page }) => {
  const faults = await watch(page);
  await page.goto('/api/docs');
  await expect(page.getByText('/api/class/personal/create')).not.toHaveCount(0);
  expect(faults).toEqual([]);
});

/** Elements and attributes of the shown HTML that are not on the allow-list. */
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

/** Taking HTML apart, in a document that is never shown, is reported by the policy; that anything came of it is not. */
const isDone = (fault: string) => !/^(policy|console): /.test(fault);

test('hostile HTML that a server would let through neither runs nor is shown', async ({ page }) => {
  const faults = await watch(page);
  await openWithoutContents(page);
  await page.route(/\/api\/Intros/, (route) =>
    route.fulfill({ json: { type: '急救訓練', details: entries } }),
  );
  await visit(page, '/Intro/急救訓練');
  await expectNoSurvivors(page);
  expect(faults.filter(isDone)).toEqual([]);
});

/** All of it in one text, each under its number and with what it opens closed again. */
const hostileText = (label: string) => {
  const closed = (html: string) => {
    const opened = [...html.matchAll(/<([a-z]+)/gi)].map(([, tag]) => `</${tag}>`);
    return `${html}${opened.reverse().join('')}`;
  };
  // Nothing ends what this one opens: it is the last.
  const inOrder = hostileHtml.toSorted((one, other) => rank(one) - rank(other));
  return inOrder.map((html, index) => `<p>${label}第 ${index} 則</p>${closed(html)}`).join('');
};

const rank = (html: string) => Number(html.startsWith('<plaintext>'));

test('hostile HTML of a class neither runs nor arrives, in the list, in the class and in the payment information', async ({
  page,
  request,
  db,
  trainee,
  openClass,
}) => {
  const raw = {
    html: hostileText('課程簡介'),
    paid_html: hostileText('如何繳費'),
    info: hostileText('其他注意'),
  };
  const stored = (html: string) => html.replaceAll('\0', '');
  const trainingClass = await openClass({ organization: '桃園市分會', course: 'FA1' });
  await db
    .update(classes)
    .set({ html: stored(raw.html), paidHtml: stored(raw.paid_html), info: stored(raw.info) })
    .where(eq(classes.id, trainingClass.id));
  await callAs(request, trainee, '/api/class/personal/create', trainingClass);
  await decide(db, trainingClass, [trainee.name], approveRegistration);

  const faults = await watch(page);
  const main = page.getByRole('main');
  const shown = page.locator('.rich-text');
  const expectTexts = async (labels: string[]) => {
    await expect(shown).toHaveCount(labels.length);
    for (const [index, label] of labels.entries()) {
      const numbers = `${await shown.nth(index).textContent()}`.matchAll(
        new RegExp(`${label}第 (\\d+) 則`, 'g'),
      );
      expect([...numbers].map(([, number]) => Number(number))).toEqual([...hostileHtml.keys()]);
    }
    expect(await survivors(page)).toEqual([]);
  };
  const look = async () => {
    await page.goto(`/ClassInfo?organization=${encodeURIComponent('桃園市分會')}&trainclass=FA1`);
    const row = main.getByRole('heading', { level: 3 }).filter({ hasText: trainingClass.code });
    await row.getByRole('button').click();
    await expectTexts(['課程簡介']);
    await page.goto(`/ClassInfo/${trainingClass.code}`);
    await expectTexts(['課程簡介']);
    await page.goto(`/Class/Personal/${trainingClass.code}/finish`);
    await expect(fact(main, '課程代碼')).toHaveText(trainingClass.code);
    await expectTexts(['如何繳費', '其他注意']);
  };

  await look();
  expect(faults).toEqual([]);
  await test.step('also where a server would let it through', async () => {
    await openWithoutContents(page);
    await page.route(/\/api\/class/, async (route) => {
      const answer = await route.fetch();
      const hostile = (key: string, value: unknown) => (key in raw ? raw[key as keyof typeof raw] : value);
      await route.fulfill({ json: JSON.parse(await answer.text(), hostile) });
    });
    await look();
    expect(faults.filter(isDone)).toEqual([]);
  });
});
