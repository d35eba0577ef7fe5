import { sitePages } from '@portal/contract/content';
import { type DueContent, sitePageNames } from '@portal/contract/office/content';
import { eq, gt, isNull, or } from 'drizzle-orm';
import type { Executor } from '../platform/database/database.ts';
import { allBanners, allIntroTypes, findFooter, findSitePage } from './queries.ts';
import { intros, introTypes } from './tables.ts';

const duePages = async (db: Executor): Promise<DueContent[]> => {
  const found = await Promise.all(sitePages.map((name) => findSitePage(db, name)));
  return sitePages
    .filter((_, at) => found[at] === null)
    .map((name) => ({ kind: 'page', name, title: sitePageNames[name], task: 'built_in' }));
};

const dueFooter = async (db: Executor): Promise<DueContent[]> => {
  const { name } = await findFooter(db);
  return name === '' ? [{ kind: 'footer', name: null, title: '頁尾', task: 'empty' }] : [];
};

const dueBanners = async (db: Executor): Promise<DueContent[]> =>
  (await allBanners(db)).length === 0 ? [{ kind: 'banners', name: null, title: '橫幅', task: 'empty' }] : [];

const dueIntroTypes = async (db: Executor): Promise<DueContent[]> => {
  if ((await allIntroTypes(db)).length === 0)
    return [{ kind: 'intro_types', name: null, title: '課程介紹', task: 'empty' }];
  const empty = await db
    .select({ id: introTypes.id, title: introTypes.title })
    .from(introTypes)
    .leftJoin(intros, eq(intros.typeId, introTypes.id))
    .where(isNull(intros.id))
    .orderBy(introTypes.position);
  return empty.map(({ id, title }) => ({ kind: 'intro_type', name: `${id}`, title, task: 'empty' }));
};

const hiddenIntros = async (db: Executor, now: Date): Promise<DueContent[]> => {
  const found = await db
    .select({ id: intros.id, title: intros.title, publishedAt: intros.publishedAt })
    .from(intros)
    .where(or(isNull(intros.publishedAt), gt(intros.publishedAt, now)))
    .orderBy(intros.publishedAt, intros.id);
  return found.map(({ id, title, publishedAt }) => ({
    kind: 'intro',
    name: `${id}`,
    title,
    task: publishedAt === null ? 'draft' : 'scheduled',
  }));
};

/** Lists the parts of the site that are missing, then the introductions that are not published yet. */
export const findDueContent = async (db: Executor, now: Date): Promise<DueContent[]> => {
  const missing = [await dueFooter(db), await duePages(db), await dueIntroTypes(db), await dueBanners(db)];
  return [...missing.flat(), ...(await hiddenIntros(db, now))];
};
