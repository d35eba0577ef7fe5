import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { searchText } from './fields.ts';

/** Pixels: `${src}?w=800`. A narrower picture is returned unchanged. */
export const pictureWidths = [400, 800] as const;

/** `width`: of the banner itself. */
export const pictureSet = (src: string, width = 1600): string =>
  [...pictureWidths.map((smaller) => `${src}?w=${smaller} ${smaller}w`), `${src} ${width}w`].join(', ');

/** `src` is the path of its picture, 286 × 286 pixels: shown at 143 × 143. */
export const IntroType = z.object({ id: z.int(), title: z.string(), src: z.string() });
export type IntroType = z.infer<typeof IntroType>;

const IntroEntry = z.object({ id: z.int(), title: z.string(), html: z.string() });

/**
 * `focusX`, `focus`: the point that stays in view where the picture is cut, in percent from the left and from above: 0,
 * 10 … 100. `title` says what the picture shows; `link` is a path of this site or another site's address.
 */
export const Banner = z.object({
  id: z.int(),
  src: z.string(),
  focusX: z.int(),
  focus: z.int(),
  title: z.string(),
  link: z.nullable(z.string()),
});
export type Banner = z.infer<typeof Banner>;

export const Footer = z.object({ name: z.string(), address: z.string(), phone: z.string(), fax: z.string() });
export type Footer = z.infer<typeof Footer>;

export const sitePages = ['Contact', 'Help', 'Accessibility'] as const;
export type SitePageName = (typeof sitePages)[number];

export const SitePage = z.object({ title: z.string(), html: z.string() });
export type SitePage = z.infer<typeof SitePage>;

export const introTypes = endpoint({
  method: 'GET',
  path: '/api/IntroTypes',
  access: 'public',
  summary: '課程介紹類別',
  answer: z.array(IntroType),
  refusals: [],
});

export const intros = endpoint({
  method: 'GET',
  path: '/api/Intros',
  access: 'public',
  summary: '一個類別的課程介紹；type 為類別名稱，未知的類別為 404',
  query: z.object({ type: searchText(60) }),
  answer: z.object({ type: z.string(), details: z.array(IntroEntry) }),
  refusals: ['not_found'],
});

export const banners = endpoint({
  method: 'GET',
  path: '/api/banners',
  access: 'public',
  summary: '橫幅',
  answer: z.array(Banner),
  refusals: [],
});

export const footer = endpoint({
  method: 'GET',
  path: '/api/footer',
  access: 'public',
  summary: '頁尾的單位資料',
  answer: Footer,
  refusals: [],
});

export const sitePage = endpoint({
  method: 'GET',
  path: '/api/pages/:name',
  access: 'public',
  summary: '頁尾連結的頁面：Contact 聯絡我們、Help 使用說明、Accessibility 無障礙聲明',
  params: z.object({ name: z.string() }),
  answer: SitePage,
  refusals: ['not_found'],
});
