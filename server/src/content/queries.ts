import type { Footer, SitePage, SitePageName } from '@portal/contract/content';
import { and, asc, eq, lte } from 'drizzle-orm';
import type { Executor } from '../platform/database/database.ts';
import { banners, intros, introTypes, pictures, siteSettings } from './tables.ts';

export const allIntroTypes = (db: Executor) =>
  db.select().from(introTypes).orderBy(asc(introTypes.position), asc(introTypes.id));

/** Null if there is none. */
export const findIntros = async (db: Executor, title: string, now: Date) => {
  const [type] = await db.select().from(introTypes).where(eq(introTypes.title, title));
  if (!type) return null;
  const entries = await db
    .select()
    .from(intros)
    .where(and(eq(intros.typeId, type.id), lte(intros.publishedAt, now)))
    .orderBy(asc(intros.position));
  return { type, entries };
};

export const allBanners = (db: Executor) =>
  db.select().from(banners).orderBy(asc(banners.position), asc(banners.id));

export const publicBanners = (db: Executor, now: Date) =>
  db
    .select()
    .from(banners)
    .where(lte(banners.publishedAt, now))
    .orderBy(asc(banners.position), asc(banners.id));

export const findFooter = async (db: Executor): Promise<Footer> => {
  const [setting] = await db.select().from(siteSettings).where(eq(siteSettings.key, 'footer'));
  const footer = (setting?.value ?? {}) as Partial<Footer>;
  return {
    name: footer.name ?? '',
    address: footer.address ?? '',
    phone: footer.phone ?? '',
    fax: footer.fax ?? '',
  };
};

export const sitePageKey = (name: SitePageName): string => `page:${name}`;
export const pageRevisionKey = (name: SitePageName): string => `page-revision:${name}`;

/** Null if no text waits. */
export const findPageRevision = async (db: Executor, name: SitePageName): Promise<SitePage | null> => {
  const [setting] = await db
    .select()
    .from(siteSettings)
    .where(eq(siteSettings.key, pageRevisionKey(name)));
  return (setting?.value as SitePage | undefined) ?? null;
};

/** Null until editors set it. */
export const findSitePage = async (db: Executor, name: SitePageName): Promise<SitePage | null> => {
  const [setting] = await db
    .select()
    .from(siteSettings)
    .where(eq(siteSettings.key, sitePageKey(name)));
  return (setting?.value as SitePage | undefined) ?? null;
};

export const findPicture = async (db: Executor, key: string) => {
  const [found] = await db.select().from(pictures).where(eq(pictures.key, key));
  return found ?? null;
};
