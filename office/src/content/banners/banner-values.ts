import type { BannerForm, EditedBanner } from '@portal/contract/office/banners';
import type * as z from 'zod/mini';
import { publicationValuesOf } from '../publication-fields.tsx';

/** The values that staff type. */
export type BannerValues = z.input<typeof BannerForm>;

export const fields = ['src', 'focusX', 'focus', 'title', 'link', 'publication', 'at'] as const;

export const emptyBanner: BannerValues = {
  ...{ src: '', focusX: 50, focus: 50 },
  ...{ title: '', link: '' },
  ...{ publication: 'draft', at: null },
};

export const valuesOf = ({ src, focusX, focus, title, link, ...banner }: EditedBanner): BannerValues => ({
  ...{ src, focusX, focus, title },
  link: link ?? '',
  ...publicationValuesOf(banner),
});
