import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { type Rule, refuse, text, withRules } from '../fields.ts';
import { isRegisterPattern } from '../register-number.ts';
import { seenVersion } from './audit.ts';

const ById = z.object({ id: z.coerce.number().check(z.int(), z.positive()) });

const MAX_REFRESHER_HOURS = 500;
const MAX_REFRESHER_YEARS = 20;

/** The rule of a kind in words. */
export const refresherRuleText = ({ hours, years }: { hours: number; years: number }): string =>
  `申請前 ${years} 年內複訓 ${hours} 小時`;

export const kindTypes = ['ordinary', 'coach'] as const;
export type KindType = (typeof kindTypes)[number];

const MAX_YEARS = 50;

/** Accepts a number or the text of a field. */
const years = z
  .pipe(
    z.union([z.int(), z.string().check(z.regex(/^[0-9]{1,9}$/))], { error: '請輸入有效年數' }),
    z.transform(Number),
  )
  .check(
    refuse((value: number) =>
      value < 1 || value > MAX_YEARS ? `有效年數須為 1 至 ${MAX_YEARS} 的整數` : null,
    ),
  );

const nature = {
  name: text({ label: '名稱', max: 40 }),
  years,
  type: z.enum(kindTypes, { error: '請選擇到期後的處理' }),
};

export const NewKindForm = z.object(nature);
export type NewKindForm = z.infer<typeof NewKindForm>;

/** Accepts a number or the text of a field. An empty text is null. */
const optionalCount = (label: string, max: number) => {
  const error = `${label}須為 1 至 ${max} 的整數`;
  return z
    .pipe(
      z.nullable(z.union([z.int(), z.string().check(z.regex(/^[0-9]{0,9}$/))], { error })),
      z.transform((value) => (value === null || value === '' ? null : Number(value))),
    )
    .check(refuse((value: number | null) => (value !== null && (value < 1 || value > max) ? error : null)));
};

const kindFields = {
  ...nature,
  registerPattern: text({ label: '字號格式', max: 100 }).check(
    refuse((value: string) =>
      isRegisterPattern(value) ? null : '字號格式須含會別、證照種類、流水號與年度的代號，且不得有其他代號',
    ),
  ),
  refresherHours: optionalCount('複訓時數', MAX_REFRESHER_HOURS),
  refresherYears: optionalCount('年限', MAX_REFRESHER_YEARS),
};

const Unchecked = z.object(kindFields);
type Unchecked = z.infer<typeof Unchecked>;

/** A rule has both numbers. A kind without a rule has none. */
const ruleIsWhole: Rule<Unchecked> = {
  needs: ['refresherHours', 'refresherYears'],
  faults: ({ refresherHours, refresherYears }) => {
    if ((refresherHours === null) === (refresherYears === null)) return [];
    return refresherHours === null
      ? [{ field: 'refresherHours', text: '請輸入複訓時數，或清除年限' }]
      : [{ field: 'refresherYears', text: '請輸入年限，或清除複訓時數' }];
  },
};

export const KindForm = Unchecked.check(withRules([ruleIsWhole]));
export type KindForm = z.infer<typeof KindForm>;

export const KindSettings = z.object({
  kind: z.object({ id: z.int(), name: z.string() }),
  /** A form that saves sends back the version that it was filled in from. */
  version: z.int(),
  form: KindForm,
  year: z.int(),
  /** The next number of this year in each organisation. */
  next: z.array(z.object({ organization: z.string(), serial: z.int() })),
});
export type KindSettings = z.infer<typeof KindSettings>;

export const createKind = endpoint({
  method: 'POST',
  path: '/api/office/certificate-kinds',
  access: 'settings.edit',
  stepUp: true,
  summary: '新增證照種類，附通用的字號格式與內建版面',
  body: NewKindForm,
  idempotencyField: 'form',
  answer: KindSettings,
  refusals: ['kind_name_taken'],
});

export const kindSettings = endpoint({
  method: 'GET',
  path: '/api/office/certificate-kinds/:id',
  access: 'settings.read',
  summary: '一個證照種類：名稱、效期、字號格式與展延規則',
  params: ById,
  answer: KindSettings,
  refusals: ['not_found'],
});

export const saveKindSettings = endpoint({
  method: 'POST',
  path: '/api/office/certificate-kinds/:id',
  access: 'settings.edit',
  stepUp: true,
  summary: '儲存證照種類的名稱、效期、字號格式與展延規則；只用於之後核發的證照',
  params: ById,
  body: z.object({ ...kindFields, version: seenVersion }).check(withRules([ruleIsWhole])),
  answer: KindSettings,
  refusals: ['not_found', 'changed_meanwhile', 'kind_name_taken', 'kind_type_fixed'],
});
