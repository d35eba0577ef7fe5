import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { optionalText, type Rule, refuse, text, withRules } from '../fields.ts';
import { HistoryEntry, seenVersion } from './audit.ts';
import { kindTypes } from './certificate-kinds.ts';

const MEGABYTE = 1024 * 1024;
const ById = z.object({ id: z.coerce.number().check(z.int(), z.positive()) });
const Seen = z.object({ version: seenVersion });

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

/* Pictures of certificates. */

const certificatePictureKinds = ['seal', 'logo', 'background'] as const;
export type CertificatePictureKind = (typeof certificatePictureKinds)[number];

export const uploadCertificatePicture = endpoint({
  method: 'POST',
  path: '/api/office/certificate-pictures',
  access: 'settings.edit',
  stepUp: true,
  summary: '上傳證照的印章、標誌或底圖',
  body: z.object({ kind: z.enum(certificatePictureKinds, { error: '請選擇圖片種類' }) }),
  multipart: {
    maxBytes: 10 * MEGABYTE,
    tooLargeRefusal: 'picture_too_large',
    notAFileRefusal: 'picture_missing',
  },
  idempotencyField: 'file',
  answer: z.object({ id: z.int() }),
  refusals: [
    'picture_missing',
    'picture_kind',
    'picture_too_large',
    'picture_too_many_pixels',
    'picture_damaged',
  ],
});

export const certificatePicture = endpoint({
  method: 'GET',
  path: '/api/office/certificate-pictures/:id',
  access: 'settings.edit',
  summary: '證照的一張印章、標誌或底圖',
  params: ById,
  answer: bytes,
  answerType: 'image/png',
  refusals: ['not_found'],
});

/* Signers. */

export const SignerRow = z.object({
  id: z.int(),
  version: z.int(),
  /** Null: the whole association. */
  organization: z.nullable(z.object({ id: z.int(), name: z.string() })),
  name: z.string(),
  title: z.string(),
  sealId: z.nullable(z.int()),
  isClosed: z.boolean(),
});
export type SignerRow = z.infer<typeof SignerRow>;

const pictureId = z.nullable(z.int({ error: '圖片不正確' }).check(z.positive({ error: '圖片不正確' })));

const signerDetails = {
  name: text({ label: '姓名', max: 40 }),
  title: text({ label: '職稱', max: 40 }),
  sealId: pictureId,
};

export const SignerForm = z.object(signerDetails);
export type SignerForm = z.infer<typeof SignerForm>;

export const NewSignerForm = z.object({
  organizationId: z.nullable(z.int({ error: '請選擇會別' }).check(z.positive({ error: '請選擇會別' }))),
  ...signerDetails,
});
export type NewSignerForm = z.infer<typeof NewSignerForm>;

const Signers = z.array(SignerRow);
const signerFaults = ['signer_taken', 'signer_organization', 'certificate_picture_unknown'] as const;

export const signerList = endpoint({
  method: 'GET',
  path: '/api/office/certificate-signers',
  access: 'settings.read',
  summary: '證照簽署人，停用的在後',
  answer: Signers,
  refusals: [],
});

export const createSigner = endpoint({
  method: 'POST',
  path: '/api/office/certificate-signers',
  access: 'settings.edit',
  stepUp: true,
  summary: '新增證照簽署人',
  body: NewSignerForm,
  idempotencyField: 'form',
  answer: Signers,
  refusals: signerFaults,
});

export const editSigner = endpoint({
  method: 'POST',
  path: '/api/office/certificate-signers/:id',
  access: 'settings.edit',
  stepUp: true,
  summary: '修改證照簽署人；已核發的證照不受影響',
  params: ById,
  body: z.extend(SignerForm, Seen.shape),
  answer: Signers,
  refusals: ['not_found', 'changed_meanwhile', ...signerFaults],
});

export const closeSigner = endpoint({
  method: 'POST',
  path: '/api/office/certificate-signers/:id/close',
  access: 'settings.edit',
  stepUp: true,
  summary: '停用證照簽署人',
  params: ById,
  answer: Signers,
  refusals: ['not_found'],
});

export const reopenSigner = endpoint({
  method: 'POST',
  path: '/api/office/certificate-signers/:id/reopen',
  access: 'settings.edit',
  stepUp: true,
  summary: '恢復證照簽署人',
  params: ById,
  answer: Signers,
  refusals: ['not_found'],
});

/* Layouts. */

const certificatePapers = ['a4-upright', 'a4-across'] as const;
const certificateLanguages = ['chinese', 'both'] as const;
const certificateCalendars = ['minguo', 'both'] as const;

/** The words that a text of a layout may hold between braces. The office shows an example of each. */
const placeholders = {
  organization: '會別',
  kind: '證照種類',
  course: '訓練項目',
  hours: '時數',
  period: '訓練期間',
  issued: '發證日期',
  until: '有效期限',
  name: '姓名',
  number: '證書號碼',
} as const;
export type Placeholder = keyof typeof placeholders;

const isKnown = (name: string): name is Placeholder => name in placeholders;

const unknownPlaceholder = (value: string): string | undefined =>
  [...value.matchAll(/\{([^{}]*)\}?/g)]
    .filter(([whole, name = '']) => !whole.endsWith('}') || !isKnown(name))
    .map(([whole]) => whole)[0];

export const fillPlaceholders = (value: string, values: Readonly<Record<Placeholder, string>>): string =>
  value.replace(/\{(\w+)\}/g, (whole, name: string) => (isKnown(name) ? values[name] : whole));

const placeholderFault = (label: string) =>
  refuse((value: string) => {
    const unknown = unknownPlaceholder(value);
    return unknown === undefined ? null : `${label}中的「${unknown}」不是可用的代號`;
  });

const optionalPlaceholderFault = (label: string) =>
  refuse((value: string | null) => {
    const unknown = value === null ? undefined : unknownPlaceholder(value);
    return unknown === undefined ? null : `${label}中的「${unknown}」不是可用的代號`;
  });

const layoutText = (label: string, max: number, lines = false) =>
  text({ label, max, lines }).check(placeholderFault(label));
const optionalLayoutText = (label: string, max: number, lines = false) =>
  optionalText({ label, max, lines }).check(optionalPlaceholderFault(label));

const layoutFields = {
  paper: z.enum(certificatePapers, { error: '請選擇紙張' }),
  hasCard: z.boolean({ error: '請選擇是否製作卡片' }),
  languages: z.enum(certificateLanguages, { error: '請選擇語文' }),
  calendars: z.enum(certificateCalendars, { error: '請選擇曆法' }),
  issuer: layoutText('發證單位', 60),
  issuerEnglish: optionalLayoutText('英文發證單位', 100),
  title: layoutText('證書名稱', 20),
  titleEnglish: optionalLayoutText('英文名稱', 60),
  text: layoutText('內文', 300, true),
  textEnglish: optionalLayoutText('英文內文', 500, true),
  logoId: pictureId,
  backgroundId: pictureId,
  /** Null: the first active signer of the issuing organisation, else of the association. */
  signerId: z.nullable(z.int({ error: '請選擇簽署人' }).check(z.positive({ error: '請選擇簽署人' }))),
};

const Unchecked = z.object(layoutFields);
type Unchecked = z.infer<typeof Unchecked>;

const englishLabels = {
  issuerEnglish: '英文發證單位',
  titleEnglish: '英文名稱',
  textEnglish: '英文內文',
} as const;

const englishRules = (['issuerEnglish', 'titleEnglish', 'textEnglish'] as const).map(
  (field): Rule<Unchecked> => ({
    needs: ['languages', field],
    faults: (form) =>
      form.languages === 'both' && !form[field] ? [{ field, text: `請輸入${englishLabels[field]}` }] : [],
  }),
);

export const LayoutForm = Unchecked.check(withRules(englishRules));
export type LayoutForm = z.infer<typeof LayoutForm>;

export const LayoutRow = z.object({
  kind: z.object({ id: z.int(), name: z.string(), type: z.enum(kindTypes), years: z.int() }),
  /** 0: the built-in layout. */
  number: z.int(),
  paper: z.enum(certificatePapers),
  hasCard: z.boolean(),
  changedAt: z.nullable(z.string()),
  /** The days before the end on which holders are reminded, the longest first. */
  reminderDays: z.array(z.int()),
});
export type LayoutRow = z.infer<typeof LayoutRow>;

const LayoutVersion = z.object({
  number: z.int(),
  createdAt: z.string(),
  form: LayoutForm,
});

export const Layout = z.object({
  kind: z.object({ id: z.int(), name: z.string() }),
  /** A form that saves sends back the version that it was filled in from. */
  version: z.int(),
  number: z.int(),
  form: LayoutForm,
  /** The newest first. */
  versions: z.array(LayoutVersion),
});
export type Layout = z.infer<typeof Layout>;

export const layoutList = endpoint({
  method: 'GET',
  path: '/api/office/certificate-layouts',
  access: 'settings.read',
  summary: '各證照種類的版面',
  answer: z.array(LayoutRow),
  refusals: [],
});

export const layout = endpoint({
  method: 'GET',
  path: '/api/office/certificate-layouts/:id',
  access: 'settings.read',
  summary: '一個證照種類的版面與其歷次版本',
  params: ById,
  answer: Layout,
  refusals: ['not_found'],
});

export const layoutHistory = endpoint({
  method: 'GET',
  path: '/api/office/certificate-layouts/:id/history',
  access: 'settings.read',
  summary: '一個證照種類的版面、到期提醒、字號格式與展延規則的歷程',
  params: ById,
  answer: z.array(HistoryEntry),
  refusals: ['not_found'],
});

const layoutFaults = ['certificate_picture_unknown', 'signer_unknown'] as const;

export const saveLayout = endpoint({
  method: 'POST',
  path: '/api/office/certificate-layouts/:id',
  access: 'settings.edit',
  stepUp: true,
  summary: '儲存證照種類的版面為新版本；已核發的證照維持原版面',
  params: ById,
  body: z.object({ ...layoutFields, version: seenVersion }).check(withRules(englishRules)),
  answer: Layout,
  refusals: ['not_found', 'changed_meanwhile', ...layoutFaults],
});

const previewSamples = ['common', 'longest'] as const;
export type PreviewSample = (typeof previewSamples)[number];
const previewSides = ['a4', 'card'] as const;
export type PreviewSide = (typeof previewSides)[number];

export const previewLayout = endpoint({
  method: 'POST',
  path: '/api/office/certificate-layouts/:id/preview',
  access: 'settings.edit',
  allowedOnFullDisk: true,
  summary: '以範例學員預覽版面，為一張圖片',
  params: ById,
  body: z
    .object({
      ...layoutFields,
      side: z.enum(previewSides, { error: '請選擇紙張' }),
      sample: z.enum(previewSamples, { error: '請選擇範例' }),
    })
    .check(withRules(englishRules)),
  answer: bytes,
  answerType: 'image/svg+xml',
  refusals: ['not_found', 'certificate_glyphs', ...layoutFaults],
});
