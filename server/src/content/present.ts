import type { SitePage } from '@portal/contract/content';
import { cleanHtml } from '../platform/http/html.ts';
import type { banners, intros, introTypes } from './tables.ts';

const picturePath = (key: string): string => `/pictures/${key}`;

export const presentIntroType = ({ id, title, pictureKey }: typeof introTypes.$inferSelect) => ({
  id,
  title,
  src: picturePath(pictureKey),
});

export const presentIntro = ({ id, title, html }: typeof intros.$inferSelect) => ({
  id,
  title,
  html: cleanHtml(html),
});

export const presentSitePage = ({ title, html }: SitePage): SitePage => ({ title, html: cleanHtml(html) });

export const presentBanner = ({
  id,
  pictureKey,
  focusX,
  focus,
  title,
  link,
}: typeof banners.$inferSelect) => ({
  ...{ id, src: picturePath(pictureKey) },
  ...{ focusX, focus, title, link },
});
