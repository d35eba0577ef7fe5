import * as z from 'zod/mini';
import { LoggedIn, type Person, User } from './accounts.ts';
import { Country } from './country.ts';
import { endpoint, type FileRule } from './endpoint.ts';
import { choice, type Fault, halfWidth, optionalText, type Rule, refuse, text, withRules } from './fields.ts';
import { nationalIdFault, normaliseIdentity, passportFault } from './identity.ts';
import { givenPassword, identity } from './login-form.ts';
import {
  birthDateFault,
  givenBirthDate,
  newPassword,
  type PasswordOwner,
  passwordFaults,
} from './passwords.ts';
import { isCompanyPhone, isForeignPhone, isLandline, isMobile } from './phones.ts';
import { cleanText, isEnglishName, isPersonName, isPostalCode, looksLikeAddress } from './primitives.ts';
import { privacyVersion } from './privacy.ts';
import { accountRefusals } from './refusals/accounts.ts';

const givenChineseName = text({ label: '中文姓名', max: 50, tooLong: '中文姓名不得超過 50 個字' });
const addressFault = (label: string, value: string): string | null =>
  looksLikeAddress(value) ? `${label}不得包含網址或電子郵件；縮寫的「.」後請加空格` : null;

const chineseNameFault = (value: string): string | null =>
  isPersonName(value) ? addressFault('中文姓名', value) : '中文姓名格式不正確';

const englishNameFault = (value: string | null): string | null => {
  if (value === null) return null;
  return isEnglishName(value)
    ? addressFault('英文姓名', value)
    : "英文姓名僅能輸入英文字母、空格及「,」「.」「'」「-」";
};

export const chineseName = givenChineseName.check(refuse(chineseNameFault));

const organization = choice('會別', accountRefusals.organization_unknown.text);

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

const postalCodeFormat = '郵遞區號須為 3 碼或 6 碼數字';
/** `100-001` is written for 100001. */
const withoutHyphen = z.overwrite<string>((value) => value.replace(/^([0-9]{3})-([0-9]{3})$/, '$1$2'));

const postalCode = text({ label: '郵遞區號', max: 10, tooLong: postalCodeFormat }).check(
  halfWidth,
  withoutHyphen,
  refuse((value: string) => (isPostalCode(value) ? null : postalCodeFormat)),
);

// Half width may be longer than the typed text.
const emailShape = z.email().check(z.maxLength(254));

export const personFields = {
  english_name: z
    .pipe(
      optionalText({ label: '英文姓名', max: 60 }),
      // Phone keyboards type ’ for '.
      z.transform((value) => value?.normalize('NFKC').replaceAll('’', "'") ?? null),
    )
    .check(refuse(englishNameFault)),
  sex: z.pipe(
    z.literal(['1', '0', 1, 0], { error: '請選擇性別' }),
    z.transform((value): 0 | 1 => (Number(value) === 1 ? 1 : 0)),
  ),
  city: choice('縣市'),
  area: choice('鄉鎮市區'),
  address: text({ label: '街道門牌', max: 100, tooLong: '地址不得超過 100 個字' }),
  address_code: postalCode,
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

/** Foreigners may have a number from abroad. */
const phoneFaults = (field: PhoneField, phone: string | null, country: Country): Fault[] =>
  phone === null || phoneShape[field](phone) || (country === 'foreign' && isForeignPhone(phone))
    ? []
    : [{ field, text: phoneFormat[field] }];

interface Identified {
  country: Country;
  id_number: string | null;
  passport_no: string | null;
}

/** Expects normalised values. */
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

const englishNameFaults = (english_name: string | null, country: Country): Fault[] =>
  country === 'foreign' && english_name === null ? [{ field: 'english_name', text: '請輸入英文姓名' }] : [];

export const birthdayFault = (birthday: string, today: string): string | null =>
  birthday > today ? accountRefusals.birthday_after_today.text : null;

const registrationFields = z.object({
  ...personFields,
  country: Country,
  organization_id: organization,
  chinese_name: chineseName,
  id_number: identity('身分證字號'),
  passport_no: identity('護照號碼或居留證號'),
  birthday: givenBirthDate.check(refuse(birthDateFault)),
  password: newPassword('密碼', '請輸入密碼'),
  password_confirmation: givenPassword('請再輸入一次密碼'),
  privacy_version: privacyVersion,
});

type RegistrationFields = z.infer<typeof registrationFields>;

/** Values that a password may not equal; each group is checked once its fields are valid. */
const passwordOwnerFields = [
  ['birthday'],
  ['cell_phone', 'home_phone', 'company_phone'],
  ['email'],
  ['chinese_name', 'english_name'],
] as const satisfies readonly (keyof RegistrationFields & keyof PasswordOwner)[][];

const ownPasswordFaults = (
  form: RegistrationFields,
  fields: (typeof passwordOwnerFields)[number],
): Fault[] => {
  const known = Object.fromEntries(fields.map((field) => [field, form[field]]));
  const owner = { id_number: null, passport_no: null, birthday: null, ...known };
  return passwordFaults(form.password, owner).map((text) => ({ field: 'password', text }));
};

/** The rules of fields that a person may change. */
export const contactRules = (
  country: Country,
): Rule<{ english_name: string | null } & Record<PhoneField, string | null>>[] => [
  { needs: ['english_name'], faults: ({ english_name }) => englishNameFaults(english_name, country) },
  ...PHONE_FIELDS.map((field) => ({
    needs: [field] as const,
    faults: (form: Record<PhoneField, string | null>) => phoneFaults(field, form[field], country),
  })),
];

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
    faults: ({ password, id_number, passport_no }) =>
      passwordFaults(password, { id_number, passport_no, birthday: null }).map((text) => ({
        field: 'password',
        text,
      })),
  },
  ...passwordOwnerFields.map((fields) => ({
    needs: ['password', ...fields] as const,
    faults: (form: RegistrationFields) => ownPasswordFaults(form, fields),
  })),
];

export const RegistrationForm = registrationFields.check(withRules(registrationRules));
export type RegistrationForm = z.infer<typeof RegistrationForm>;

const profileFields = z.object({
  ...personFields,
  organization_id: organization,
  chinese_name: givenChineseName,
  id_number: identity('身分證字號'),
  passport_no: identity('護照號碼或居留證號'),
  birthday: givenBirthDate,
  privacy_version: privacyVersion,
});

/** Only checks that need no stored person. */
export const ProfileForm = profileFields.check(
  withRules<z.infer<typeof profileFields>>(
    PHONE_FIELDS.map((field) => ({
      needs: [field],
      faults: (form) => phoneFaults(field, form[field], 'foreign'),
    })),
  ),
);
export type ProfileForm = z.infer<typeof ProfileForm>;

/** The organisation is compared by the server, which knows its id and name. */
export type ProfileOwner = Pick<
  Person,
  'country' | 'chinese_name' | 'id_number' | 'passport_no' | 'birthday'
>;

/** A read-only field may be filled while it is empty (people of the old system). */
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

/** A foreign trainee without a number cannot add one here. */
const idNumberFaults = (given: string | null, stored: string | null): Fault[] =>
  given === null || stored === null || given === normaliseIdentity(stored)
    ? []
    : [{ field: 'id_number', text: '身分證字號無法修改，請聯繫所屬分會管理人員' }];

/** A local trainee's value is ignored. */
const passportFaults = (given: string | null, { country, passport_no }: ProfileOwner): Fault[] =>
  country === 'local' || (given !== null && given === passport_no)
    ? []
    : identityFaults({ country, id_number: null, passport_no: given });

export const profileRules = (owner: ProfileOwner, today: string): Rule<ProfileForm>[] => [
  {
    needs: ['chinese_name'],
    faults: ({ chinese_name }) =>
      lockedFaults('chinese_name', chinese_name, owner.chinese_name, chineseNameFault),
  },
  { needs: ['id_number'], faults: ({ id_number }) => idNumberFaults(id_number, owner.id_number) },
  { needs: ['passport_no'], faults: ({ passport_no }) => passportFaults(passport_no, owner) },
  {
    needs: ['birthday'],
    faults: ({ birthday }) =>
      lockedFaults(
        'birthday',
        birthday,
        owner.birthday,
        (value) => birthDateFault(value) ?? birthdayFault(value, today),
      ),
  },
  { needs: ['english_name'], faults: ({ english_name }) => englishNameFaults(english_name, owner.country) },
  ...PHONE_FIELDS.map((field) => ({
    needs: [field] as const,
    faults: (form: ProfileForm) => phoneFaults(field, form[field], owner.country),
  })),
];

export const photoFile: FileRule = {
  maxBytes: 5 * 1024 * 1024,
  tooLargeRefusal: 'photo_too_large',
  notAFileRefusal: 'photo_not_image',
};

export const register = endpoint({
  method: 'POST',
  path: '/api/register',
  access: 'public',
  summary: '加入學員；成功即登入',
  multipart: photoFile,
  idempotencyField: 'form',
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
    'birthday_after_today',
    'password_is_account',
    'password_is_birthday',
    'password_is_phone',
    'password_is_email',
    'password_is_name',
    'password_common',
    'photo_not_image',
    'photo_kind',
    'photo_too_large',
    'photo_too_many_pixels',
    'photo_too_small',
    'photo_damaged',
    'account_suspended',
    'account_merged',
    'too_many_attempts',
    'too_many_registrations',
  ],
});

export const updateProfile = endpoint({
  method: 'POST',
  path: '/api/update/profile',
  access: 'session',
  allowsDefaultPassword: 'with_mailbox',
  summary: '更新個人資料；會別、中文姓名、身分證字號與出生日期有值後為唯讀',
  multipart: photoFile,
  body: ProfileForm,
  answer: User,
  refusals: [
    'organization_unknown',
    'organization_locked',
    'passport_no_used',
    'passport_no_is_password',
    'city_unknown',
    'area_unknown',
    'area_elsewhere',
    'postal_code_elsewhere',
    'career_unknown',
    'education_unknown',
    'education_status_unknown',
    'birthday_after_today',
    'photo_not_image',
    'photo_kind',
    'photo_too_large',
    'photo_too_many_pixels',
    'photo_too_small',
    'photo_damaged',
    'in_flight',
    'too_many_attempts',
  ],
});
