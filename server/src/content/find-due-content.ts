import { sitePages } from '@portal/contract/content';
import { type DueContent, sitePageNames } from '@portal/contract/office/content';
import { eq, gt, isNotNull, isNull, or } from 'drizzle-orm';
import type { Executor } from '../platform/database/database.ts';
import { allIntroTypes, findFooter, findPageRevision, findSitePage, publicBanners } from './queries.ts';
import { textOf } from './rules.ts';
import { banners, intros, introTypes } from './tables.ts';

const duePages = async (db: Executor): Promise<DueContent[]> => {
  const due: DueContent[] = [];
  for (const name of sitePages) {
    const page = { kind: 'page', name, title: sitePageNames[name] } as const;
    if (await findPageRevision(db, name)) due.push({ ...page, task: 'revised' });
    else if (!(await findSitePage(db, name))) due.push({ ...page, task: 'built_in' });
  }
  return due;
};

const dueFooter = async (db: Executor): Promise<DueContent[]> => {
  const { name } = await findFooter(db);
  return name === '' ? [{ kind: 'footer', name: null, title: '頁尾', task: 'empty' }] : [];
};

const dueBanners = async (db: Executor, now: Date): Promise<DueContent[]> =>
  (await publicBanners(db, now)).length === 0
    ? [{ kind: 'banners', name: null, title: '橫幅', task: 'empty' }]
    : [];

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

/** Drafts come last. */
const hidden = async (
  db: Executor,
  { kind, table }: { kind: 'intro' | 'banner'; table: typeof intros | typeof banners },
  now: Date,
): Promise<DueContent[]> => {
  const found = await db
    .select({ id: table.id, title: table.title, publishedAt: table.publishedAt })
    .from(table)
    .where(or(isNull(table.publishedAt), gt(table.publishedAt, now)))
    .orderBy(table.publishedAt, table.id);
  return found.map(({ id, title, publishedAt }) => ({
    kind,
    name: `${id}`,
    title,
    task: publishedAt === null ? 'draft' : 'scheduled',
  }));
};

const revisedIntros = async (db: Executor): Promise<DueContent[]> => {
  const found = await db.select().from(intros).where(isNotNull(intros.revision)).orderBy(intros.id);
  return found.map((intro) => ({
    kind: 'intro',
    name: `${intro.id}`,
    title: textOf(intro).title,
    task: 'revised',
  }));
};

/** Lists the parts of the site that are missing, then the introductions that are not published yet. */
export const findDueContent = async (db: Executor, now: Date): Promise<DueContent[]> => {
  const missing = [
    await dueFooter(db),
    await duePages(db),
    await dueIntroTypes(db),
    await dueBanners(db, now),
  ];
  const waiting = [
    await revisedIntros(db),
    await hidden(db, { kind: 'intro', table: intros }, now),
    await hidden(db, { kind: 'banner', table: banners }, now),
  ];
  return [...missing, ...waiting].flat();
};
