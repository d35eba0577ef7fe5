import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { optionalText, refuse, text, withRules } from '../fields.ts';
import { HistoryEntry, seenVersion } from './audit.ts';
import { pictureAddress, publicationFields, publications, timeIsGiven } from './content.ts';
import { orderOf } from './order.ts';

/** Pixels. A smaller picture would be blurred across a screen. */
export const BANNER_MIN = { width: 800, height: 220 } as const;

/** In percent. */
export const FOCUS_STEP = 10;

/** The path of a page of this site, or the address of another one; null if the text is neither. */
const linkOf = (value: string): string | null => {
  if (/[\s\\]/.test(value)) return null;
  const here = 'https://here.invalid';
  const isPath = value.startsWith('/');
  const url = URL.parse(value, isPath ? here : undefined);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return null;
  if (!isPath) return url.href;
  return url.origin === here ? `${url.pathname}${url.search}${url.hash}` : null;
};

const linkFault = '請輸入 / 開頭的本站網址，或「https」開頭的完整網址';

const link = z.pipe(
  optionalText({ label: '連結', max: 300 }),
  z.pipe(
    z.transform((value: string | null) => (value === null ? null : (linkOf(value) ?? ''))),
    z.nullable(z.string()).check(refuse((value) => (value === '' ? linkFault : null))),
  ),
);

const focus = z.int({ error: '請選擇圖片的焦點' }).check(
  z.refine((percent) => percent >= 0 && percent <= 100 && percent % FOCUS_STEP === 0, {
    error: '請選擇圖片的焦點',
  }),
);

const bannerFields = {
  title: text({ label: '圖片說明', max: 60 }),
  src: pictureAddress,
  focusX: focus,
  focus,
  link,
  ...publicationFields,
};

export const BannerForm = z.object(bannerFields).check(withRules([timeIsGiven]));
export type BannerForm = z.infer<typeof BannerForm>;

export const EditedBanner = z.object({
  id: z.int(),
  version: z.int(),
  title: z.string(),
  src: z.string(),
  focusX: z.int(),
  focus: z.int(),
  link: z.nullable(z.string()),
  publication: z.enum(publications),
  publishedAt: z.nullable(z.string()),
});
export type EditedBanner = z.infer<typeof EditedBanner>;

const change = { method: 'POST', access: 'content.edit', stepUp: true } as const;
const read = { method: 'GET', access: 'content.read' } as const;
const ById = z.object({ id: z.coerce.number().check(z.int(), z.positive()) });

export const bannerList = endpoint({
  ...read,
  path: '/api/office/banners',
  summary: '橫幅，依顯示順序，草稿也在內',
  answer: z.array(EditedBanner),
  refusals: [],
});

export const editedBanner = endpoint({
  ...read,
  path: '/api/office/banners/:id',
  summary: '一張橫幅',
  params: ById,
  answer: EditedBanner,
  refusals: ['not_found'],
});

export const bannerHistory = endpoint({
  ...read,
  path: '/api/office/banners/:id/history',
  summary: '一張橫幅的歷程',
  params: ById,
  answer: z.array(HistoryEntry),
  refusals: ['not_found'],
});

export const createBanner = endpoint({
  ...change,
  path: '/api/office/banners',
  summary: '新增橫幅，排在最後：草稿、立即發布或定時發布',
  body: BannerForm,
  idempotencyField: 'form',
  answer: EditedBanner,
  refusals: ['picture_unknown', 'banner_too_small'],
});

export const editBanner = endpoint({
  ...change,
  path: '/api/office/banners/:id',
  summary: '修改橫幅、焦點、連結與發布方式',
  params: ById,
  body: z.object({ ...bannerFields, version: seenVersion }).check(withRules([timeIsGiven])),
  answer: EditedBanner,
  refusals: ['not_found', 'changed_meanwhile', 'picture_unknown', 'banner_too_small'],
});

export const orderBanners = endpoint({
  ...change,
  path: '/api/office/banners/order',
  summary: '調整橫幅的順序',
  body: orderOf('順序'),
  answer: z.array(EditedBanner),
  refusals: ['order_changed'],
});

export const removeBanner = endpoint({
  ...change,
  method: 'DELETE',
  path: '/api/office/banners/:id',
  summary: '刪除橫幅',
  params: ById,
  answer: z.array(EditedBanner),
  refusals: ['not_found'],
});
