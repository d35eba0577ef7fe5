import * as z from 'zod/mini';
import { isDate, looksMinguo, today } from './dates.ts';
import { endpoint } from './endpoint.ts';
import { refusals } from './errors.ts';
import { choice, type Fault, optionalText, type Rule, refuse, text, withRules } from './fields.ts';
import { nationalIdFault, normaliseIdentity, passportFault } from './identity.ts';
import { isCompanyPhone, isForeignPhone, isLandline, isMobile } from './phones.ts';
import { cleanText, codePoints, isEnglishName, isPersonName, isPostalCode } from './primitives.ts';

export const Country = z.enum(['local', 'foreign'], { error: '請選擇本國人或外國人' });
export type Country = z.infer<typeof Country>;

/** A person's data as whoever may see the whole of it gets them. Lookups are names; `src` is the path of the photo, fetched with the token. */
export const Person = z.object({
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
export type Person = z.infer<typeof Person>;

/** The logged-in person. Nobody else may learn that a password is a birth date: they may know the date. */
export const User = z.extend(Person, {
  /** The password is still the birth date that the old system gave. */
  password_is_birthday: z.boolean(),
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
const givenPassword = (required: string, label = '密碼') =>
  given(label, required).check(refuse((value: string) => (value === '' ? required : null)));

export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;

/** A password that somebody chooses: 8 to 128 characters of any kind. */
const newPassword = (label: string, required: string) =>
  givenPassword(required, label).check(
    refuse((value: string) => {
      if (codePoints(value) < PASSWORD_MIN) return `${label}至少需要 ${PASSWORD_MIN} 個字元`;
      if (codePoints(value) > PASSWORD_MAX) return `${label}不得超過 ${PASSWORD_MAX} 個字元`;
      return value.isWellFormed() && !value.includes('\0') ? null : `${label}格式不正確`;
    }),
  );

/** Digits and Latin letters as an input method may type them: full width becomes half width. */
const halfWidth = z.overwrite((value: string) => value.normalize('NFKC'));

const dateFault = (value: string): string | null => {
  if (looksMinguo(value)) return '出生日期請輸入西元年';
  return isDate(value) ? null : '出生日期不是有效的日期';
};

const birthdayFault = (value: string): string | null =>
  dateFault(value) ?? (value > today(new Date()) ? '出生日期不得晚於今天' : null);

const givenBirthday = text({ label: '出生日期', max: 40 }).check(halfWidth);

const givenChineseName = text({ label: '中文姓名', max: 50, tooLong: '中文姓名不得超過 50 個字' });
const chineseNameFault = (value: string): string | null =>
  isPersonName(value) ? null : '中文姓名格式不正確';

const organization = choice('會別', refusals.organization_unknown.text);

/** Whatever was typed, normalised, or null. Whether it is right depends on the country: `identityFaults`. */
export const identity = (label: string) =>
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
const PHONE_FIELDS = ['cell_phone', 'home_phone', 'company_phone'] as const satisfies readonly PhoneField[];

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
  organization_id: organization,
  chinese_name: givenChineseName.check(refuse(chineseNameFault)),
  id_number: identity('身分證字號'),
  passport_no: identity('護照號碼或居留證號'),
  birthday: givenBirthday.check(refuse(birthdayFault)),
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
  ...PHONE_FIELDS.map((field) => ({
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

const profileFields = z.object({
  ...personFields,
  organization_id: organization,
  chinese_name: givenChineseName,
  id_number: identity('身分證字號'),
  passport_no: identity('護照號碼或居留證號'),
  birthday: givenBirthday,
});

/** What can be judged without the stored person: a telephone number that is wrong for everybody, wherever they are from. */
export const ProfileForm = profileFields.check(
  withRules<z.infer<typeof profileFields>>(
    PHONE_FIELDS.map((field) => ({
      needs: [field],
      faults: (form) => phoneFaults(field, form[field], 'foreign'),
    })),
  ),
);
export type ProfileForm = z.infer<typeof ProfileForm>;

/** Who sends the profile, as far as the rules ask. The organisation is compared by the server, which knows both its id and its name. */
export type ProfileOwner = Pick<
  Person,
  'country' | 'chinese_name' | 'id_number' | 'passport_no' | 'birthday'
>;

/** A read-only field once it has a value; an empty one (imported people) may be filled, by the rules of the registration. */
const lockedFaults = (
  field: 'chinese_name' | 'birthday',
  given: string,
  stored: string | null,
  fault: (value: string) => string | null,
): Fault[] => {
  const labels = { chinese_name: '中文姓名', birthday: '出生日期' };
  if (stored !== null) {
    return given === cleanText(stored) ? [] : [{ field, text: `${labels[field]}為唯讀，無法修改` }];
  }
  const message = fault(given);
  return message === null ? [] : [{ field, text: message }];
};

/** The number that came with the account, or nothing. A foreign trainee without one is not given one here. */
const idNumberFaults = (given: string | null, stored: string | null): Fault[] =>
  given === null || stored === null || given === normaliseIdentity(stored)
    ? []
    : [{ field: 'id_number', text: '身分證字號無法修改，請聯繫所屬分會管理人員' }];

/** A foreign trainee may correct the number; what a local one sends is ignored, as in the registration. */
const passportFaults = (given: string | null, { country, passport_no }: ProfileOwner): Fault[] =>
  country === 'local' || (given !== null && given === passport_no)
    ? []
    : identityFaults({ country, id_number: null, passport_no: given });

/** The rules of the profile that depend on who sends it. Pure; the form shows them, the server insists on them. */
export const profileRules = (owner: ProfileOwner): Rule<ProfileForm>[] => [
  {
    needs: ['chinese_name'],
    faults: ({ chinese_name }) =>
      lockedFaults('chinese_name', chinese_name, owner.chinese_name, chineseNameFault),
  },
  { needs: ['id_number'], faults: ({ id_number }) => idNumberFaults(id_number, owner.id_number) },
  { needs: ['passport_no'], faults: ({ passport_no }) => passportFaults(passport_no, owner) },
  {
    needs: ['birthday'],
    faults: ({ birthday }) => lockedFaults('birthday', birthday, owner.birthday, birthdayFault),
  },
  { needs: ['english_name'], faults: ({ english_name }) => englishNameFaults(english_name, owner.country) },
  ...PHONE_FIELDS.map((field) => ({
    needs: [field] as const,
    faults: (form: ProfileForm) => phoneFaults(field, form[field], owner.country),
  })),
];

const samePassword = (one: string, other: string) => one.normalize('NFC') === other.normalize('NFC');

const passwordFields = z.object({
  password: givenPassword('請輸入舊密碼', '舊密碼'),
  new_password: newPassword('新密碼', '請輸入新密碼'),
  new_password_confirmation: givenPassword('請再輸入一次新密碼', '確認新密碼'),
});

/** 變更密碼. What the new password says of its owner, `passwordFaults` knows. */
export const PasswordForm = passwordFields.check(
  withRules<z.infer<typeof passwordFields>>([
    {
      needs: ['new_password', 'new_password_confirmation'],
      faults: (form) =>
        form.new_password === form.new_password_confirmation
          ? []
          : [{ field: 'new_password', text: '兩次輸入的新密碼不一致' }],
    },
    {
      needs: ['password', 'new_password'],
      faults: (form) =>
        samePassword(form.password, form.new_password)
          ? [{ field: 'new_password', text: '新密碼不得與舊密碼相同' }]
          : [],
    },
  ]),
);
export type PasswordForm = z.infer<typeof PasswordForm>;

/** 忘記密碼: who, and the birth date. */
export const ForgetForm = z.object({
  account,
  date: text({ label: '出生日期', max: 40 }).check(halfWidth, refuse(dateFault)),
});
export type ForgetForm = z.infer<typeof ForgetForm>;

const resetFields = z.object({
  token: given('連結', refusals.reset_link_ended.text).check(
    refuse((value: string) => (/^[A-Za-z0-9_-]{1,100}$/.test(value) ? null : refusals.reset_link_ended.text)),
  ),
  password: newPassword('新密碼', '請輸入新密碼'),
  password_confirmation: givenPassword('請再輸入一次新密碼', '確認新密碼'),
});

/** 設定新密碼, by the link of the mail. */
export const ResetForm = resetFields.check(
  withRules<z.infer<typeof resetFields>>([
    {
      needs: ['password', 'password_confirmation'],
      faults: (form) =>
        form.password === form.password_confirmation
          ? []
          : [{ field: 'password', text: '兩次輸入的新密碼不一致' }],
    },
  ]),
);
export type ResetForm = z.infer<typeof ResetForm>;

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

export const updateProfile = endpoint({
  method: 'POST',
  path: '/api/update/profile',
  access: 'session',
  summary: '更新個人資料；會別、中文姓名、身分證字號與出生日期有值後為唯讀',
  multipart: true,
  body: ProfileForm,
  answer: User,
  refusals: [
    'organization_unknown',
    'organization_locked',
    'passport_no_used',
    'city_unknown',
    'area_unknown',
    'area_elsewhere',
    'postal_code_elsewhere',
    'career_unknown',
    'education_unknown',
    'education_status_unknown',
    'photo_not_image',
    'photo_kind',
    'photo_too_large',
    'photo_too_many_pixels',
    'photo_too_small',
    'photo_damaged',
  ],
});

export const updatePassword = endpoint({
  method: 'POST',
  path: '/api/update/password',
  access: 'session',
  summary: '變更密碼；其他裝置的登入隨即失效',
  body: PasswordForm,
  answer: User,
  refusals: [
    'old_password_wrong',
    'password_is_account',
    'password_is_birthday',
    'password_common',
    'too_many_attempts',
  ],
});

export const forget = endpoint({
  method: 'POST',
  path: '/api/forget',
  access: 'public',
  summary: '忘記密碼；寄出 60 分鐘內有效、僅能使用一次的連結，先前的連結隨即失效',
  body: ForgetForm,
  answer: Done,
  refusals: ['reset_mismatch', 'reset_without_email', 'too_many_attempts'],
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/password/reset',
  access: 'public',
  summary: '以信件中的連結設定新密碼；所有裝置的登入隨即失效',
  body: ResetForm,
  answer: Done,
  refusals: ['reset_link_ended', 'password_is_account', 'password_is_birthday', 'password_common'],
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
