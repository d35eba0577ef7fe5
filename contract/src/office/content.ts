import * as z from 'zod/mini';
import { type SitePageName, sitePages } from '../content.ts';
import { endpoint } from '../endpoint.ts';
import { type Rule, text, withRules } from '../fields.ts';
import { cleanText, codePoints, hasForbiddenCharacters } from '../primitives.ts';
import { HistoryEntry, seenVersion } from './audit.ts';
import { optionalMoment } from './moment.ts';
import { orderOf } from './order.ts';

/** Code points of the HTML of one field. Pictures count by their address alone. */
const HTML_MAX = 20_000;

export const htmlText = (label: string) =>
  z.string({ error: `${label}資料型態不正確` }).check(
    z.refine((html) => codePoints(html) <= HTML_MAX, {
      error: `${label}內容過長，請縮短後再試`,
    }),
  );

/* Pictures. */

/** Pixels of the longer side. */
export const PICTURE_SIDE = 1600;
const MEGABYTE = 1024 * 1024;

export const UploadedPicture = z.object({
  src: z.string(),
  width: z.int(),
  height: z.int(),
});
export type UploadedPicture = z.infer<typeof UploadedPicture>;

export const uploadPicture = endpoint({
  method: 'POST',
  path: '/api/office/pictures',
  access: 'office',
  summary: '上傳圖文內容中的圖片；須具備編輯課程、網站內容或設定的權限',
  multipart: {
    maxBytes: 10 * MEGABYTE,
    tooLargeRefusal: 'picture_too_large',
    notAFileRefusal: 'picture_missing',
  },
  idempotencyField: 'file',
  answer: UploadedPicture,
  refusals: [
    'picture_missing',
    'picture_kind',
    'picture_too_large',
    'picture_too_many_pixels',
    'picture_damaged',
  ],
});

/** `name` is the id, or the name of the page. */
const PictureUse = z.object({
  kind: z.enum(['banner', 'intro_type', 'intro', 'page', 'course', 'class']),
  name: z.string(),
  title: z.string(),
});
export type PictureUse = z.infer<typeof PictureUse>;

/** The newest classes that use a picture are named, the others counted. */
export const PICTURE_CLASSES = 5;

export const UsedPicture = z.extend(UploadedPicture, {
  uploadedAt: z.string(),
  uses: z.array(PictureUse),
  moreClasses: z.int(),
});
export type UsedPicture = z.infer<typeof UsedPicture>;

export const usedPictures = endpoint({
  method: 'GET',
  path: '/api/office/pictures',
  access: 'content.read',
  summary:
    '橫幅、課程介紹、頁面、訓練項目與班別使用的圖片，含尚未公開的修改，以及各圖片使用之處；新上傳者在前',
  answer: z.array(UsedPicture),
  refusals: [],
});

/** The address of an uploaded picture. */
export const pictureAddress = z
  .string({ error: '請選擇圖片' })
  .check(z.regex(/^\/pictures\/[A-Za-z0-9_-]{16,64}$/, { error: '請選擇圖片' }));

/* The pages that the footer links, and the footer itself. */

const change = { method: 'POST', access: 'content.edit', stepUp: true } as const;
const read = { method: 'GET', access: 'content.read' } as const;
const History = z.array(HistoryEntry);

export const sitePageNames: Readonly<Record<SitePageName, string>> = {
  Contact: '聯絡我們',
  Help: '使用說明',
  Accessibility: '無障礙聲明',
};

const name = z.enum(sitePages);
const ByName = z.object({ name });

export const SitePageRow = z.object({
  name,
  hasRevision: z.boolean(),
  title: z.string(),
  isBuiltIn: z.boolean(),
  changedAt: z.nullable(z.string()),
});
export type SitePageRow = z.infer<typeof SitePageRow>;

const isEmpty = (html: string): boolean => html.replace(/<(?!img)[^>]*>|&nbsp;|\s/g, '') === '';

export const SitePageForm = z.object({
  title: text({ label: '標題', max: 40 }),
  html: htmlText('內文').check(z.refine((html) => !isEmpty(html), { error: '請輸入內文' })),
  /** `revision`: the public page stays as it is, and the new text waits. */
  publication: z.enum(['published', 'revision'], { error: '請選擇發布方式' }),
});
export type SitePageForm = z.infer<typeof SitePageForm>;

/** `hasRevision`: title and text are those that wait, and the public sees others. */
export const EditedPage = z.object({
  name,
  hasRevision: z.boolean(),
  title: z.string(),
  html: z.string(),
  isBuiltIn: z.boolean(),
  version: z.int(),
});
export type EditedPage = z.infer<typeof EditedPage>;

export const sitePageList = endpoint({
  ...read,
  path: '/api/office/site-pages',
  summary: '頁尾連結的頁面',
  answer: z.array(SitePageRow),
  refusals: [],
});

export const editedPage = endpoint({
  ...read,
  path: '/api/office/site-pages/:name',
  summary: '一個頁面的標題與內文',
  params: ByName,
  answer: EditedPage,
  refusals: [],
});

export const saveSitePage = endpoint({
  ...change,
  path: '/api/office/site-pages/:name',
  summary: '修改一個頁面：立即公開，或先存為尚未公開的修改',
  params: ByName,
  body: z.extend(SitePageForm, { version: seenVersion }),
  answer: EditedPage,
  refusals: ['changed_meanwhile'],
});

export const discardPageRevision = endpoint({
  ...change,
  method: 'DELETE',
  path: '/api/office/site-pages/:name/revision',
  summary: '捨棄一個頁面尚未公開的修改',
  params: ByName,
  answer: EditedPage,
  refusals: [],
});

export const sitePageHistory = endpoint({
  ...read,
  path: '/api/office/site-pages/:name/history',
  summary: '一個頁面的歷程',
  params: ByName,
  answer: History,
  refusals: [],
});

const optional = (label: string, max: number) =>
  z.string({ error: `${label}資料型態不正確` }).check(
    z.overwrite(cleanText),
    z.refine((value) => codePoints(value) <= max && !hasForbiddenCharacters(value), {
      error: `${label}不得超過 ${max} 個字元，也不能換行`,
    }),
  );

export const FooterForm = z.object({
  name: text({ label: '單位名稱', max: 60 }),
  address: optional('地址', 100),
  phone: optional('電話', 60),
  fax: optional('傳真', 60),
});
export type FooterForm = z.infer<typeof FooterForm>;

/** The stored footer. Its fields may be empty, unlike those of `FooterForm`. */
export const EditedFooter = z.object({
  name: z.string(),
  address: z.string(),
  phone: z.string(),
  fax: z.string(),
  version: z.int(),
});
export type EditedFooter = z.infer<typeof EditedFooter>;

export const editedFooter = endpoint({
  ...read,
  path: '/api/office/footer',
  summary: '頁尾的單位資料',
  answer: EditedFooter,
  refusals: [],
});

export const saveFooter = endpoint({
  ...change,
  path: '/api/office/footer',
  summary: '修改頁尾的單位資料，立即公開',
  body: z.extend(FooterForm, { version: seenVersion }),
  answer: EditedFooter,
  refusals: ['changed_meanwhile'],
});

export const footerHistory = endpoint({
  ...read,
  path: '/api/office/footer/history',
  summary: '頁尾的歷程',
  answer: History,
  refusals: [],
});

/* Introductions: categories with entries. */

const ById = z.object({ id: z.coerce.number().check(z.int(), z.positive()) });

export const IntroTypeRow = z.object({
  id: z.int(),
  version: z.int(),
  title: z.string(),
  /** The address of its picture. */
  src: z.string(),
  entries: z.int(),
  /** Entries that the public does not see yet. */
  hidden: z.int(),
});
export type IntroTypeRow = z.infer<typeof IntroTypeRow>;

export const IntroTypeForm = z.object({
  title: text({ label: '類別名稱', max: 30 }),
  src: pictureAddress,
});
export type IntroTypeForm = z.infer<typeof IntroTypeForm>;

export const publications = ['draft', 'scheduled', 'published'] as const;
export type Publication = (typeof publications)[number];

/** `at`: needed, and used, only for `scheduled`. A time that has passed publishes at once. */
export const publicationFields = {
  publication: z.enum(publications, { error: '請選擇發布方式' }),
  at: optionalMoment('發布時間'),
};

export const timeIsGiven: Rule<{ publication: string; at: Date | null }> = {
  needs: ['publication', 'at'],
  faults: ({ publication, at }) =>
    publication === 'scheduled' && at === null ? [{ field: 'at', text: '請輸入發布時間' }] : [],
};

export const IntroRow = z.object({
  id: z.int(),
  hasRevision: z.boolean(),
  title: z.string(),
  publication: z.enum(publications),
  publishedAt: z.nullable(z.string()),
});
export type IntroRow = z.infer<typeof IntroRow>;

export const IntroTypeDetail = z.object({ type: IntroTypeRow, entries: z.array(IntroRow) });
export type IntroTypeDetail = z.infer<typeof IntroTypeDetail>;

/** `revision`: a public entry stays as it is, and its new text waits. For other entries the same as `draft`. */
const introFields = {
  title: text({ label: '標題', max: 60 }),
  html: htmlText('內文').check(z.refine((html) => !isEmpty(html), { error: '請輸入內文' })),
  ...publicationFields,
  publication: z.enum([...publications, 'revision'], { error: '請選擇發布方式' }),
};

export const IntroForm = z.object(introFields).check(withRules([timeIsGiven]));
export type IntroForm = z.infer<typeof IntroForm>;

/** `hasRevision`: title and text are those that wait, and the public sees others. */
export const EditedIntro = z.object({
  id: z.int(),
  hasRevision: z.boolean(),
  version: z.int(),
  type: z.object({ id: z.int(), title: z.string() }),
  title: z.string(),
  html: z.string(),
  publication: z.enum(publications),
  publishedAt: z.nullable(z.string()),
});
export type EditedIntro = z.infer<typeof EditedIntro>;

export const introTypeList = endpoint({
  ...read,
  path: '/api/office/intro-types',
  summary: '課程介紹的類別，依顯示順序',
  answer: z.array(IntroTypeRow),
  refusals: [],
});

export const introType = endpoint({
  ...read,
  path: '/api/office/intro-types/:id',
  summary: '一個類別與其課程介紹，依顯示順序',
  params: ById,
  answer: IntroTypeDetail,
  refusals: ['not_found'],
});

export const createIntroType = endpoint({
  ...change,
  path: '/api/office/intro-types',
  summary: '新增課程介紹的類別',
  body: IntroTypeForm,
  idempotencyField: 'form',
  answer: z.array(IntroTypeRow),
  refusals: ['intro_type_taken', 'picture_unknown'],
});

export const editIntroType = endpoint({
  ...change,
  path: '/api/office/intro-types/:id',
  summary: '修改類別的名稱與圖片',
  params: ById,
  body: z.extend(IntroTypeForm, { version: seenVersion }),
  answer: z.array(IntroTypeRow),
  refusals: ['not_found', 'changed_meanwhile', 'intro_type_taken', 'picture_unknown'],
});

export const orderIntroTypes = endpoint({
  ...change,
  path: '/api/office/intro-types/order',
  summary: '調整類別的順序',
  body: orderOf('順序'),
  answer: z.array(IntroTypeRow),
  refusals: ['order_changed'],
});

export const removeIntroType = endpoint({
  ...change,
  method: 'DELETE',
  path: '/api/office/intro-types/:id',
  summary: '刪除沒有課程介紹的類別',
  params: ById,
  answer: z.array(IntroTypeRow),
  refusals: ['not_found', 'intro_type_used'],
});

export const orderIntros = endpoint({
  ...change,
  path: '/api/office/intro-types/:id/order',
  summary: '調整一個類別中課程介紹的順序',
  params: ById,
  body: orderOf('順序'),
  answer: IntroTypeDetail,
  refusals: ['not_found', 'order_changed'],
});

export const createIntro = endpoint({
  ...change,
  path: '/api/office/intro-types/:id/intros',
  summary: '在類別中新增課程介紹：草稿、立即發布或定時發布',
  params: ById,
  body: IntroForm,
  idempotencyField: 'form',
  answer: EditedIntro,
  refusals: ['not_found'],
});

export const editedIntro = endpoint({
  ...read,
  path: '/api/office/intros/:id',
  summary: '一篇課程介紹',
  params: ById,
  answer: EditedIntro,
  refusals: ['not_found'],
});

export const editIntro = endpoint({
  ...change,
  path: '/api/office/intros/:id',
  summary: '修改課程介紹與其發布方式；已公開的可先存為尚未公開的修改',
  params: ById,
  body: z.object({ ...introFields, version: seenVersion }).check(withRules([timeIsGiven])),
  answer: EditedIntro,
  refusals: ['not_found', 'changed_meanwhile'],
});

export const discardIntroRevision = endpoint({
  ...change,
  method: 'DELETE',
  path: '/api/office/intros/:id/revision',
  summary: '捨棄課程介紹尚未公開的修改',
  params: ById,
  answer: EditedIntro,
  refusals: ['not_found'],
});

export const removeIntro = endpoint({
  ...change,
  method: 'DELETE',
  path: '/api/office/intros/:id',
  summary: '刪除課程介紹',
  params: ById,
  answer: IntroTypeDetail,
  refusals: ['not_found'],
});

export const introHistory = endpoint({
  ...read,
  path: '/api/office/intros/:id/history',
  summary: '一篇課程介紹的歷程',
  params: ById,
  answer: History,
  refusals: ['not_found'],
});

/* The parts of the site that are not ready for the public. */

/** A part that still has the built-in text, is empty, or is not published yet. */
export const DueContent = z.object({
  kind: z.enum(['page', 'footer', 'banners', 'banner', 'intro', 'intro_type', 'intro_types']),
  /** The name of a page, or the id of a category, an entry or a banner. */
  name: z.nullable(z.string()),
  title: z.string(),
  /** The built-in text is shown, or nothing; or it waits for its publication. */
  task: z.enum(['built_in', 'empty', 'draft', 'scheduled', 'revised']),
});
export type DueContent = z.infer<typeof DueContent>;

export const dueContent = endpoint({
  ...read,
  path: '/api/office/content',
  summary: '網站內容中待處理的部分：仍為內建文字的頁面、空白的頁尾、類別與橫幅',
  answer: z.array(DueContent),
  refusals: [],
});
