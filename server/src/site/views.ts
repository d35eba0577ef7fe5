import { readableTime } from '@portal/contract/dates';
import { classTitle, notFoundTitle, pages } from '@portal/contract/pages';
import { hasForbiddenCharacters } from '@portal/contract/primitives';
import { findPublicClass, type PublicClass } from '../catalogue/queries.ts';
import { findIntros } from '../content/queries.ts';
import type { Executor } from '../platform/database/database.ts';
import { textOfHtml } from '../platform/http/html.ts';

/** A missing page is marked `noindex`. */
export interface View {
  readonly status: 200 | 404 | 503;
  readonly title: string;
  readonly description?: string;
  /** Null: not for search engines. */
  readonly canonical: string | null;
}

export type Page = (typeof pages)[keyof typeof pages];
type Parameters = Readonly<Record<string, string>>;

export const missingView: View = { status: 404, title: notFoundTitle, canonical: null };

/** Code points, as search results show them. */
const MAX_DESCRIPTION_LENGTH = 150;

const shortened = (text: string): string => {
  const points = [...text];
  return points.length <= MAX_DESCRIPTION_LENGTH
    ? text
    : `${points.slice(0, MAX_DESCRIPTION_LENGTH - 1).join('')}…`;
};

const describeClass = (found: PublicClass): string =>
  `${found.organization}「${found.train}」，課程代碼 ${found.code}，${readableTime(found.startTime)} 開課，名額 ${found.limitNumber} 人，上課地點：${found.place}。`;

const classView = async (db: Executor, code: string): Promise<View> => {
  const found = await findPublicClass(db, code);
  if (!found) return missingView;
  return {
    status: 200,
    title: classTitle({ name: found.train, code: found.code }),
    description: shortened(describeClass(found)),
    canonical: `/ClassInfo/${found.code}`,
  };
};

const introView = async (db: Executor, title: string, now: Date): Promise<View> => {
  const found = hasForbiddenCharacters(title) ? null : await findIntros(db, title, now);
  if (!found) return missingView;
  const words = found.entries.map((entry) => `${entry.title}：${textOfHtml(entry.html)}`).join(' ');
  return {
    status: 200,
    title: found.type.title,
    description: shortened(`${found.type.title}課程介紹。${words}`),
    canonical: `/Intro/${encodeURIComponent(found.type.title)}`,
  };
};

/** Shows the general title of the page; search engines do not index it. */
export const unavailableView = ({ title }: Page): View => ({ status: 503, title, canonical: null });

const plainView = (page: Page): View => ({
  status: 200,
  title: page.title,
  ...('description' in page ? { description: page.description } : {}),
  canonical: page.access === 'public' ? page.path : null,
});

export const viewOf = async (db: Executor, page: Page, parameters: Parameters, now: Date): Promise<View> => {
  if (page === pages.info) return classView(db, parameters.code ?? '');
  if (page === pages.introDetail) return introView(db, parameters.title ?? '', now);
  return plainView(page);
};
