import type { SitePage } from '@portal/contract/content';
import { isoTaipei } from '@portal/contract/dates';
import type { UsedPicture } from '@portal/contract/office/content';
import { cleanHtml } from '../platform/http/html.ts';
import type { UsedPictureRow } from './find-used-pictures.ts';
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

export const presentUsedPicture = ({ key, createdAt, uses, ...size }: UsedPictureRow): UsedPicture => ({
  src: picturePath(key),
  ...size,
  uploadedAt: isoTaipei(new Date(createdAt)),
  uses: [...uses],
});
