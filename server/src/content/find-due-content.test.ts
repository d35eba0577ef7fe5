import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildIntroType } from '../../test/factories/content.ts';
import { inTransaction } from '../platform/database/database.ts';
import { findDueContent } from './find-due-content.ts';
import { setFooter } from './set-footer.ts';
import { intros, introTypes } from './tables.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const due = async (kind: string) =>
  (await findDueContent(portal.db, NOW)).filter((each) => each.kind === kind).map(({ title }) => title);

test('the footer is due until it has a name', async () => {
  expect(await due('footer')).toEqual(['頁尾']);
  const footer = { name: '藍海救援協會', address: '', phone: '', fax: '' };
  await inTransaction(portal.db, (tx) => setFooter(tx, footer, { actor: 'system', now: NOW }));
  expect(await due('footer')).toEqual([]);
});

test('categories without entries are due in their order, and revisions in that of their entries', async () => {
  const entries = ['甲', '乙'].map((title) => ({ title, html: '' }));
  await buildIntroType(portal.db, { title: '急救', entries });
  for (const title of ['水上', '防災', '救護']) await buildIntroType(portal.db, { title });
  await portal.db.update(introTypes).set({ position: 0 }).where(eq(introTypes.title, '救護'));
  for (const title of ['乙', '甲'])
    await portal.db
      .update(intros)
      .set({ revision: { title, html: '' } })
      .where(eq(intros.title, title));
  expect(await due('intro_type')).toEqual(['救護', '水上', '防災']);
  expect(await due('intro')).toEqual(['甲', '乙']);
});
