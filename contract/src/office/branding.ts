import * as z from 'zod/mini';
import { colourFault } from '../colour.ts';
import { endpoint } from '../endpoint.ts';
import { optionalText, refuse, text } from '../fields.ts';
import { HistoryEntry, seenVersion } from './audit.ts';

const colourFormat = '請輸入 # 與六位十六進位數字，例如 #0a4a53';

const colour = z.string({ error: colourFormat }).check(
  z.overwrite((value: string) => value.normalize('NFKC').trim().toLowerCase()),
  refuse((value: string) => (/^#[0-9a-f]{6}$/.test(value) ? colourFault(value) : colourFormat)),
);

/** `https://example.org.tw` without what may follow; null if the text is no such address. */
const siteAddressOf = (value: string): string | null => {
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return null;
  return url.search || url.hash || /\s/.test(value) ? null : url.href.replace(/\/+$/, '');
};

const addressFault = '請輸入 http:// 或 https:// 開頭的網址，不含 ? 與 #';

const address = z.pipe(
  optionalText({ label: '網站網址', max: 200 }),
  z.pipe(
    z.transform((value: string | null) => (value === null ? null : (siteAddressOf(value) ?? ''))),
    z.nullable(z.string()).check(refuse((value) => (value === '' ? addressFault : null))),
  ),
);

export const BrandingForm = z.object({
  name: text({ label: '網站名稱', max: 30 }),
  shortName: text({ label: '簡稱', max: 12 }),
  colour,
  /** Null: the name of the site. */
  senderName: optionalText({ label: '寄件人名稱', max: 40 }),
  /** Null: the address under which the server was started. */
  address,
  /** Null: the built-in logo. */
  logoId: z.nullable(z.int({ error: '請重新上傳標誌' })),
});
export type BrandingForm = z.infer<typeof BrandingForm>;

/** `src`: the logo in a square of 96 pixels. */
export const Logo = z.object({ id: z.int(), src: z.string() });
export type Logo = z.infer<typeof Logo>;

export const Branding = z.object({
  name: z.string(),
  shortName: z.string(),
  colour: z.string(),
  senderName: z.nullable(z.string()),
  address: z.nullable(z.string()),
  logo: z.nullable(Logo),
  /** The operator has set the address of the site; the one of the form is not used. */
  operatorAddress: z.nullable(z.string()),
  version: z.int(),
});
export type Branding = z.infer<typeof Branding>;

export const branding = endpoint({
  method: 'GET',
  path: '/api/office/branding',
  access: 'settings.read',
  summary: '網站的名稱、標誌、顏色、寄件人名稱與網址',
  answer: Branding,
  refusals: [],
});

export const setBranding = endpoint({
  method: 'POST',
  path: '/api/office/branding',
  access: 'settings.edit',
  stepUp: true,
  summary: '設定網站的名稱、標誌、顏色、寄件人名稱與網址',
  body: z.extend(BrandingForm, { version: seenVersion }),
  answer: Branding,
  refusals: ['logo_unknown', 'changed_meanwhile'],
});

export const brandingHistory = endpoint({
  method: 'GET',
  path: '/api/office/branding/history',
  access: 'settings.read',
  summary: '網站設定的歷程',
  answer: z.array(HistoryEntry),
  refusals: [],
});

const MEGABYTE = 1024 * 1024;

/** Pixels of the longer side. */
export const LOGO_SIDES = { min: 64, max: 4000 } as const;

export const uploadLogo = endpoint({
  method: 'POST',
  path: '/api/office/branding/logos',
  access: 'settings.edit',
  stepUp: true,
  summary: '上傳網站標誌（PNG、JPEG 或 SVG）；儲存網站設定後才使用',
  multipart: {
    maxBytes: 2 * MEGABYTE,
    tooLargeRefusal: 'picture_too_large',
    notAFileRefusal: 'picture_missing',
  },
  idempotencyField: 'file',
  answer: Logo,
  refusals: [
    'picture_missing',
    'picture_too_large',
    'picture_damaged',
    'logo_kind',
    'logo_too_small',
    'logo_too_many_pixels',
    'logo_blank',
  ],
});
