import { banners, intros, introTypes, pictures } from '../../src/content/tables.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { NOW } from '../app.ts';
import { one } from './one.ts';

let serial = 0;

/** The content of a banner without its picture. */
export const bannerContent = { title: '急救訓練', focusX: 50, focus: 40, link: null, publishedAt: NOW };

/** Creates a banner at the end. Its picture has a row, but no file. */
export const buildBanner = async (db: Database, { publishedAt = NOW as Date | null } = {}) => {
  serial += 1;
  const pictureKey = `picture-of-banner-${String(serial).padStart(4, '0')}`;
  await db.insert(pictures).values({ key: pictureKey, width: 1600, height: 480, createdAt: NOW });
  const content = { ...bannerContent, pictureKey, publishedAt, position: serial };
  return one(await db.insert(banners).values(content).returning());
};

/** Creates a category of introductions with its entries. Its picture has a row, but no file. */
export const buildIntroType = async (
  db: Database,
  { title = `類別${serial + 1}`, entries = [] as { title: string; html: string }[] } = {},
) => {
  serial += 1;
  const key = `picture-of-type-${String(serial).padStart(4, '0')}`;
  await db.insert(pictures).values({ key, width: 286, height: 286, createdAt: NOW });
  const type = one(
    await db.insert(introTypes).values({ title, pictureKey: key, position: serial }).returning(),
  );
  for (const [at, entry] of entries.entries()) {
    await db.insert(intros).values({ ...entry, typeId: type.id, position: at + 1 });
  }
  return type;
};
