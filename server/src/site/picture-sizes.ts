import { inArray } from 'drizzle-orm';
import { pictures } from '../content/tables.ts';
import type { Executor } from '../platform/database/database.ts';

/** A picture within a text, without a size of its own. */
const UNSIZED_PICTURES =
  /<img loading="lazy" src="\/pictures\/([A-Za-z0-9_-]{16,64})(?:\?w=[0-9]{1,4})?"(?![^>]*\swidth=)/g;

/** Gives the pictures of texts their size, so that nothing moves when they arrive. */
export const withPictureSizes = async (db: Executor, html: string): Promise<string> => {
  const keys = [...html.matchAll(UNSIZED_PICTURES)].flatMap(([, key]) => key ?? []);
  if (keys.length === 0) return html;
  const rows = await db.select().from(pictures).where(inArray(pictures.key, keys));
  const sizes = new Map(rows.map(({ key, width, height }) => [key, ` width="${width}" height="${height}"`]));
  return html.replace(UNSIZED_PICTURES, (tag, key: string) => `${tag}${sizes.get(key) ?? ''}`);
};
