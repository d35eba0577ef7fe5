import * as z from 'zod/mini';
import { isDate, looksMinguo, today } from './dates.ts';
import { endpoint } from './endpoint.ts';
import { refusals } from './errors.ts';
import { choice, type Fault, optionalText, type Rule, refuse, text, withRules } from './fields.ts';
import { nationalIdFault, normaliseIdentity, passportFault } from './identity.ts';
import { isCompanyPhone, isForeignPhone, isLandline, isMobile } from './phones.ts';
import { codePoints, isEnglishName, isPersonName, isPostalCode } from './primitives.ts';

export const Country = z.enum(['local', 'foreign'], { error: '請選擇本國人或外國人' });
export type Country = z.infer<typeof Country>;

/** The logged-in person. Lookups are names; `src` is the path of the photo, fetched with the token. */
export const User = z.object({
  country: Country,
  chinese_name: z.nullable(z.string()),
  english_name: z.nullable(z.string()),
  src: z.nullable(z.string()),
  organization: z.nullable(z.string()),
  id_number: z.nullable(z.string()),
  passport_no: z.nullable(z.string()),
  /** 1 male, 0 female. */
  sex: z.nullable(z.int()),
  birthday: z.nullable(z.string()),
  city: z.nullable(z.string()),
  area: z.nullable(z.string()),
  address: z.nullable(z.string()),
  address_code: z.nullable(z.string()),
  email: z.nullable(z.string()),
  cell_phone: z.nullable(z.string()),
  home_phone: z.nullable(z.string()),
  /** The employer; the occupation is `career_type`. */
  career: z.nullable(z.string()),
  company_phone: z.nullable(z.string()),
  career_type: z.nullable(z.string()),
  education: z.nullable(z.string()),
  education_status: z.nullable(z.string()),
  school: z.nullable(z.string()),
  department: z.nullable(z.string()),
  /** The profile is complete and the password no longer the birth date. */
  state: z.boolean(),
});
export type User = z.infer<typeof User>;

export const LoggedIn = z.object({ user: User, access_token: z.string() });
export type LoggedIn = z.infer<typeof LoggedIn>;

/** Nothing more to say than that it is done. */
export const Done = z.object({ message: z.string() });

/** A text that is checked, not kept: whatever it is, it is either right or wrong. */
const given = (label: string, required: string) =>
  z.string({ error: (issue) => (issue.input == null ? required : `${label}資料型態不正確`) });

const account = given('帳號', '請輸入帳號').check(
  z.overwrite(normaliseIdentity),
  refuse((value: string) => (value === '' ? '請輸入帳號' : null)),
);

/** A password as typed to be checked: never trimmed, never cut. */
const givenPassword = (required: string) =>
  given('密碼', required).check(refuse((value: string) => (value === '' ? required : null)));

export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;

/** A password that somebody chooses: 8 to 128 characters of any kind. */
const newPassword = (label: string, required: string) =>
  givenPassword(required).check(
    refuse((value: string) => {
      if (codePoints(value) < PASSWORD_MIN) return `${label}至少需要 ${PASSWORD_MIN} 個字元`;
      if (codePoints(value) > PASSWORD_MAX) return `${label}不得超過 ${PASSWORD_MAX} 個字元`;
      return value.isWellFormed() && !value.includes('\0') ? null : `${label}格式不正確`;
    }),
  );

/** Digits and Latin letters as an input method may type them: full width becomes half width. */
const halfWidth = z.overwrite((value: string) => value.normalize('NFKC'));

const birthday = text({ label: '出生日期', max: 40 }).check(
  halfWidth,
  refuse((value: string) => {
    if (looksMinguo(value)) return '出生日期請輸入西元年';
    if (!isDate(value)) return '出生日期不是有效的日期';
    return value > today(new Date()) ? '出生日期不得晚於今天' : null;
  }),
);

/** Whatever was typed, normalised, or null. Whether it is right depends on the country: `identityFaults`. */
const identity = (label: string) =>
  z.pipe(
    z.optional(z.nullable(z.string({ error: `${label}資料型態不正確` }))),
    z.transform((value) => normaliseIdentity(value ?? '') || null),
  );

const phoneFormat = {
  cell_phone: '行動電話格式不正確，例如 0900-000000',
  home_phone: '住家電話格式不正確，例如 02-20000000',
  company_phone: '公司電話格式不正確，例如 02-20000000',
};

const optionalPhone = (label: string, tooLong: string) =>
  z.pipe(
    optionalText({ label, max: 20, tooLong }),
    z.transform((value) => value?.normalize('NFKC') ?? null),
  );

const emailShape = z.email();

/** What registration and profile have in common, as the person types it. */
export const personFields = {
  english_name: z
    .pipe(
      optionalText({ label: '英文姓名', max: 60 }),
      // Telephones type ’ where the key says '.
      z.transform((value) => value?.normalize('NFKC').replaceAll('’', "'") ?? null),
    )
    .check(
      refuse((value: string | null) =>
        value === null || isEnglishName(value)
          ? null
          : "英文姓名僅能輸入英文字母、空格及「,」「.」「'」「-」",
      ),
    ),
  sex: z.pipe(
    z.literal(['1', '0', 1, 0], { error: '請選擇性別' }),
    z.transform((value): 0 | 1 => (Number(value) === 1 ? 1 : 0)),
  ),
  city: choice('縣市'),
  area: choice('鄉鎮市區'),
  address: text({ label: '街道門牌', max: 100, tooLong: '地址不得超過 100 個字' }),
  address_code: text({ label: '郵遞區號', max: 10, tooLong: '郵遞區號須為 3 碼數字' }).check(
    halfWidth,
    refuse((value: string) => (isPostalCode(value) ? null : '郵遞區號須為 3 碼數字')),
  ),
  email: text({ label: '電子郵件', max: 254 }).check(
    halfWidth,
    refuse((value: string) => (emailShape.safeParse(value).success ? null : '電子郵件格式不正確')),
  ),
  cell_phone: text({ label: '行動電話', max: 20, tooLong: phoneFormat.cell_phone }).check(halfWidth),
  home_phone: optionalPhone('住家電話', phoneFormat.home_phone),
  company_phone: optionalPhone('公司電話', phoneFormat.company_phone),
  career: optionalText({ label: '服務單位', max: 60, tooLong: '服務單位不得超過 60 個字' }),
  career_id: choice('職業'),
  education: choice('學歷'),
  educationstatuse: choice('就學狀況'),
  school: optionalText({ label: '學校', max: 60, tooLong: '學校名稱不得超過 60 個字' }),
  department: optionalText({ label: '科系', max: 60, tooLong: '科系名稱不得超過 60 個字' }),
};

type PhoneField = keyof typeof phoneFormat;

const phoneShape: Record<PhoneField, (phone: string) => boolean> = {
  cell_phone: isMobile,
  home_phone: isLandline,
  company_phone: isCompanyPhone,
};

/** A telephone number by the country of its owner: a foreigner's may be from abroad. */
export const phoneFaults = (field: PhoneField, phone: string | null, country: Country): Fault[] =>
  phone === null || phoneShape[field](phone) || (country === 'foreign' && isForeignPhone(phone))
    ? []
    : [{ field, text: phoneFormat[field] }];

interface Identified {
  country: Country;
  id_number: string | null;
  passport_no: string | null;
}

/** The identifier that the country asks for: present, well-formed, check digit right. Takes normalised values. */
export const identityFaults = (person: Identified): Fault[] => {
  if (person.country === 'local') {
    const field = 'id_number';
    if (person.id_number === null) return [{ field, text: '請輸入身分證字號' }];
    const fault = nationalIdFault(person.id_number);
    if (fault === 'shape') return [{ field, text: '身分證字號格式不正確，應為 1 個英文字母加 9 個數字' }];
    return fault ? [{ field, text: '身分證字號不正確，請確認後重新輸入' }] : [];
  }
  const field = 'passport_no';
  if (person.passport_no === null) return [{ field, text: '請輸入護照號碼或居留證號' }];
  const faultText = {
    shape: '護照號碼或居留證號格式不正確，僅能輸入英文字母與數字',
    check: '居留證號不正確，請確認後重新輸入',
    national_id: '本國人請選擇「本國人」並以身分證字號註冊',
  };
  const fault = passportFault(person.passport_no);
  return fault ? [{ field, text: faultText[fault] }] : [];
};

/** The name on foreigners' certificates. */
export const englishNameFaults = (english_name: string | null, country: Country): Fault[] =>
  country === 'foreign' && english_name === null ? [{ field: 'english_name', text: '請輸入英文姓名' }] : [];

const numbers = (parts: readonly string[]) => parts.map(Number).toSorted((a, b) => a - b);

/** Is this the birth date in a usual notation: `19900131`, `1990/1/31`, `31-01-1990`, `民國79年1月31日`, `79.01.31`? */
const saysBirthday = (password: string, birthday: string): boolean => {
  const typed = password.normalize('NFKC').replace(/^(民國|西元)/, '');
  if (!/^[0-9年月日/. -]+$/.test(typed)) return false;
  const [year = '', month = '', day = ''] = birthday.split('-');
  const minguo = String(Number(year) - 1911);
  const years = [year, year.slice(2), minguo, minguo.padStart(3, '0')];
  const parts = typed.match(/[0-9]+/g) ?? [];
  if (parts.length !== 3) {
    const digits = parts.join('');
    return years.some((y) => [y + month + day, day + month + y, month + day + y].includes(digits));
  }
  return years.some((y) => numbers([y, month, day]).join() === numbers(parts).join());
};

/** A password that says who its owner is. The list of common passwords is the server's. */
export const passwordFaults = (
  password: string,
  person: { id_number: string | null; passport_no: string | null; birthday: string | null },
): string[] => {
  const typed = normaliseIdentity(password);
  if (typed === person.id_number || typed === person.passport_no) return [refusals.password_is_account.text];
  return person.birthday !== null && saysBirthday(password, person.birthday)
    ? [refusals.password_is_birthday.text]
    : [];
};

const registrationFields = z.object({
  ...personFields,
  country: Country,
  organization_id: choice('會別', refusals.organization_unknown.text),
  chinese_name: text({ label: '中文姓名', max: 50, tooLong: '中文姓名不得超過 50 個字' }).check(
    refuse((value: string) => (isPersonName(value) ? null : '中文姓名格式不正確')),
  ),
  id_number: identity('身分證字號'),
  passport_no: identity('護照號碼或居留證號'),
  birthday,
  password: newPassword('密碼', '請輸入密碼'),
  password_confirmation: givenPassword('請再輸入一次密碼'),
});

type RegistrationFields = z.infer<typeof registrationFields>;

/** Rules over several fields of the registration. Pure; the form shows them, the server insists on them. */
const registrationRules: Rule<RegistrationFields>[] = [
  { needs: ['country', 'id_number', 'passport_no'], faults: identityFaults },
  {
    needs: ['country', 'english_name'],
    faults: (form) => englishNameFaults(form.english_name, form.country),
  },
  ...(['cell_phone', 'home_phone', 'company_phone'] as const).map((field) => ({
    needs: ['country', field] as const,
    faults: (form: RegistrationFields) => phoneFaults(field, form[field], form.country),
  })),
  {
    needs: ['password', 'password_confirmation'],
    faults: ({ password, password_confirmation }) =>
      password === password_confirmation ? [] : [{ field: 'password', text: '兩次輸入的密碼不一致' }],
  },
  {
    needs: ['password', 'id_number', 'passport_no'],
    faults: ({ password, ...person }) =>
      passwordFaults(password, { ...person, birthday: null }).map((text) => ({ field: 'password', text })),
  },
  {
    needs: ['password', 'birthday'],
    faults: ({ password, birthday }) =>
      passwordFaults(password, { id_number: null, passport_no: null, birthday }).map((text) => ({
        field: 'password',
        text,
      })),
  },
];

export const RegistrationForm = registrationFields.check(withRules(registrationRules));
export type RegistrationForm = z.infer<typeof RegistrationForm>;

export const LoginForm = z.object({
  account,
  password: givenPassword('請輸入密碼'),
  country: z._default(Country, 'local'),
});
export type LoginForm = z.infer<typeof LoginForm>;

export const login = endpoint({
  method: 'POST',
  path: '/api/login',
  access: 'public',
  summary: '登入',
  body: LoginForm,
  answer: LoggedIn,
  refusals: ['wrong_credentials', 'account_suspended', 'too_many_attempts'],
});

export const logout = endpoint({
  method: 'POST',
  path: '/api/logout',
  access: 'public',
  summary: '登出；重複登出不是錯誤',
  answer: Done,
  refusals: [],
});

export const register = endpoint({
  method: 'POST',
  path: '/api/register',
  access: 'public',
  summary: '加入學員；成功即登入',
  multipart: true,
  idempotent: true,
  body: RegistrationForm,
  answer: LoggedIn,
  refusals: [
    'id_number_taken',
    'passport_no_taken',
    'organization_unknown',
    'city_unknown',
    'area_unknown',
    'area_elsewhere',
    'postal_code_elsewhere',
    'career_unknown',
    'education_unknown',
    'education_status_unknown',
    'password_is_account',
    'password_is_birthday',
    'password_common',
    'photo_not_image',
    'photo_kind',
    'photo_too_large',
    'photo_too_many_pixels',
    'photo_too_small',
    'photo_damaged',
    'account_suspended',
    'too_many_attempts',
  ],
});

export const renewSession = endpoint({
  method: 'POST',
  path: '/api/session/create',
  access: 'session',
  summary: '換發新的 token，舊的隨即失效；expires_at 為未使用時的失效時間',
  answer: z.object({ user: User, access_token: z.string(), expires_at: z.string() }),
  refusals: [],
});

export const photo = endpoint({
  method: 'GET',
  path: '/api/photos/:key',
  access: 'session',
  summary: '照片；僅本人及其團體的管理員可看',
  params: z.object({ key: z.string() }),
  answer: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  answerType: 'image/jpeg',
  refusals: ['not_found'],
});
