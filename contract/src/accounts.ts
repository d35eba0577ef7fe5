import * as z from 'zod/mini';
import { isDate, looksMinguo, today } from './dates.ts';
import { endpoint } from './endpoint.ts';
import { choice, optionalText, text } from './fields.ts';
import { nationalIdFault, normaliseIdentity, passportFault } from './identity.ts';
import { isCompanyPhone, isForeignPhone, isLandline, isMobile } from './phones.ts';
import { isEnglishName, isPersonName, isPostalCode } from './primitives.ts';

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

const account = z
  .string({ error: (issue) => (issue.input == null ? '請輸入帳號' : '帳號資料型態不正確') })
  .check(
    z.overwrite(normaliseIdentity),
    z.minLength(1, { error: '請輸入帳號', abort: true }),
    z.maxLength(40, { error: '帳號密碼有誤' }),
  );

/** A password as typed to be checked: never trimmed, never normalised, at most 128 characters. */
const givenPassword = (required: string) =>
  z
    .string({ error: (issue) => (issue.input == null ? required : '密碼資料型態不正確') })
    .check(z.minLength(1, { error: required, abort: true }), z.maxLength(512, { error: '帳號密碼有誤' }));

export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;

const newPassword = z
  .string({ error: (issue) => (issue.input == null ? '請輸入密碼' : '密碼資料型態不正確') })
  .check(
    z.minLength(1, { error: '請輸入密碼', abort: true }),
    z.minLength(PASSWORD_MIN, { error: `密碼至少需要 ${PASSWORD_MIN} 個字元`, abort: true }),
    z.maxLength(PASSWORD_MAX, { error: `密碼不得超過 ${PASSWORD_MAX} 個字元`, abort: true }),
    z.refine((value) => value.isWellFormed() && !value.includes('\0'), { error: '密碼格式不正確' }),
  );

export const birthday = (now: () => Date = () => new Date()) =>
  text({ label: '出生日期', max: 40 }).check(
    z.refine((value) => !looksMinguo(value), { error: '出生日期請輸入西元年', abort: true }),
    z.refine(isDate, { error: '出生日期不是有效的日期', abort: true }),
    z.refine((value) => value >= '1900-01-01', { error: '出生日期不得早於 1900-01-01', abort: true }),
    z.refine((value) => value <= today(now()), { error: '出生日期不得晚於今天' }),
  );

const identity = (label: string) =>
  z.pipe(
    optionalText({ label, max: 40 }),
    z.transform((value) => (value === null ? null : normaliseIdentity(value) || null)),
  );

/** What registration and profile have in common, as the person types it. */
export const personFields = {
  english_name: optionalText({ label: '英文姓名', max: 60 }).check(
    z.refine((value) => value === null || isEnglishName(value), {
      error: "英文姓名僅能輸入英文字母、空格及「,」「.」「'」「-」",
    }),
  ),
  sex: z.pipe(
    z.union([z.literal('1'), z.literal('0'), z.literal(1), z.literal(0)], { error: '請選擇性別' }),
    z.transform((value): 0 | 1 => (Number(value) === 1 ? 1 : 0)),
  ),
  city: choice('縣市'),
  area: choice('鄉鎮市區'),
  address: text({ label: '街道門牌', max: 100, tooLong: '地址不得超過 100 個字' }),
  address_code: text({ label: '郵遞區號', max: 10 }).check(
    z.overwrite((value) => value.normalize('NFKC')),
    z.refine(isPostalCode, { error: '郵遞區號須為 3 碼數字' }),
  ),
  email: text({ label: '電子郵件', max: 254 }).check(
    z.refine((value) => z.safeParse(z.email(), value).success, { error: '電子郵件格式不正確' }),
  ),
  cell_phone: text({ label: '行動電話', max: 20, tooLong: '行動電話格式不正確，例如 0900-000000' }),
  home_phone: optionalText({ label: '住家電話', max: 20, tooLong: '住家電話格式不正確，例如 02-20000000' }),
  company_phone: optionalText({
    label: '公司電話',
    max: 20,
    tooLong: '公司電話格式不正確，例如 02-20000000',
  }),
  career: optionalText({ label: '服務單位', max: 60, tooLong: '服務單位不得超過 60 個字' }),
  career_id: choice('職業'),
  education: choice('學歷'),
  educationstatuse: choice('就學狀況'),
  school: optionalText({ label: '學校', max: 60, tooLong: '學校名稱不得超過 60 個字' }),
  department: optionalText({ label: '科系', max: 60, tooLong: '科系名稱不得超過 60 個字' }),
};

/** A text that is wrong in the light of other fields: where, and the sentence. */
export interface Fault {
  readonly field: string;
  readonly text: string;
}

interface Phones {
  country: Country;
  cell_phone: string;
  home_phone: string | null;
  company_phone: string | null;
}

/** Phones by the country of the person: a foreigner's may be from abroad. */
export const phoneFaults = ({ country, cell_phone, home_phone, company_phone }: Phones): Fault[] => {
  const foreign = country === 'foreign';
  const wrong = (field: string, text: string, value: string | null, valid: (phone: string) => boolean) =>
    value === null || valid(value) || (foreign && isForeignPhone(value)) ? [] : [{ field, text }];
  return [
    ...wrong('cell_phone', '行動電話格式不正確，例如 0900-000000', cell_phone, isMobile),
    ...wrong('home_phone', '住家電話格式不正確，例如 02-20000000', home_phone, isLandline),
    ...wrong('company_phone', '公司電話格式不正確，例如 02-20000000', company_phone, isCompanyPhone),
  ];
};

/** The identifier that the country asks for: present, well-formed, check digit right. Takes normalised values. */
export const identityFaults = (person: {
  country: Country;
  id_number: string | null;
  passport_no: string | null;
}): Fault[] => {
  if (person.country === 'local') {
    const field = 'id_number';
    if (person.id_number === null) return [{ field, text: '請輸入身分證字號' }];
    const fault = nationalIdFault(person.id_number);
    if (fault === 'shape') return [{ field, text: '身分證字號格式不正確，應為 1 個英文字母加 9 個數字' }];
    return fault ? [{ field, text: '身分證字號不正確，請確認後重新輸入' }] : [];
  }
  const field = 'passport_no';
  if (person.passport_no === null) return [{ field, text: '請輸入護照號碼或居留證號' }];
  const text = {
    shape: '護照號碼或居留證號格式不正確，僅能輸入英文字母與數字',
    check: '居留證號不正確，請確認後重新輸入',
    national_id: '本國人請選擇「本國人」並以身分證字號註冊',
  };
  const fault = passportFault(person.passport_no);
  return fault ? [{ field, text: text[fault] }] : [];
};

const registrationFields = z.object({
  ...personFields,
  country: Country,
  organization_id: choice('會別'),
  chinese_name: text({ label: '中文姓名', max: 50, tooLong: '中文姓名不得超過 50 個字' }).check(
    z.refine(isPersonName, { error: '中文姓名格式不正確' }),
  ),
  id_number: identity('身分證字號'),
  passport_no: identity('護照號碼或居留證號'),
  birthday: birthday(),
  password: newPassword,
  password_confirmation: givenPassword('請再輸入一次密碼'),
});

type RegistrationFields = z.infer<typeof registrationFields>;

/** Rules over several fields of the registration. Pure; the form shows them, the server insists on them. */
export const registrationFaults = (form: RegistrationFields): Fault[] => [
  ...identityFaults(form),
  ...phoneFaults(form),
  ...(form.country === 'foreign' && form.english_name === null
    ? [{ field: 'english_name', text: '請輸入英文姓名' }]
    : []),
  ...(form.password === form.password_confirmation
    ? []
    : [{ field: 'password', text: '兩次輸入的密碼不一致' }]),
  ...passwordFaults(form.password, form).map((text) => ({ field: 'password', text })),
];

/** A password that says who its owner is. The list of common passwords is the server's. */
export const passwordFaults = (
  password: string,
  person: { id_number: string | null; passport_no: string | null; birthday: string | null },
): string[] => {
  const typed = normaliseIdentity(password);
  const digits = password.replace(/\D/g, '');
  if (typed === person.id_number || typed === person.passport_no) return ['密碼不得與帳號相同'];
  return person.birthday !== null &&
    digits === person.birthday.replaceAll('-', '') &&
    digits.length >= password.length - 4
    ? ['密碼不得與出生日期相同']
    : [];
};

/** Adds the faults of a pure rule to a schema, also when single fields were refused as long as these are there. */
export const withFaults = <T>(faults: (value: T) => Fault[]) =>
  z.check<T>((payload) => {
    for (const { field, text: message } of faults(payload.value)) {
      payload.issues.push({ code: 'custom', message, path: [field], input: payload.value });
    }
  });

export const RegistrationForm = registrationFields.check(withFaults(registrationFaults));
export type RegistrationForm = z.infer<typeof RegistrationForm>;

export const LoginForm = z.object({
  account,
  password: givenPassword('請輸入密碼'),
  country: z._default(Country, 'local'),
});

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
    'password_common',
    'photo_not_image',
    'photo_kind',
    'photo_too_large',
    'photo_too_many_pixels',
    'photo_too_small',
    'photo_damaged',
  ],
});

export const renewSession = endpoint({
  method: 'POST',
  path: '/api/session/create',
  access: 'session',
  summary: '換發新的 token，舊的隨即失效',
  answer: z.object({ user: User, access_token: z.string(), expires_at: z.string() }),
  refusals: [],
});
