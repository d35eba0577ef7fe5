import * as z from 'zod/mini';
import { Country } from './country.ts';
import { endpoint } from './endpoint.ts';
import { LoginForm } from './login-form.ts';

/** All data of a person, for readers who may see them. Lookups are names; `src` is the path of the photo. */
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
  /** The profile is complete and the password is no longer the birth date. */
  state: z.boolean(),
});
export type Person = z.infer<typeof Person>;

const required = [
  'organization',
  'chinese_name',
  'sex',
  'birthday',
  'city',
  'area',
  'address',
  'address_code',
  'email',
  'cell_phone',
  'career_type',
  'education',
  'education_status',
] as const satisfies readonly (keyof Person)[];

export const missingFields = (person: Person): (keyof Person)[] =>
  [...required, ...(person.country === 'foreign' ? (['english_name'] as const) : [])].filter(
    (field) => person[field] === null,
  );

/** The logged-in person. Until they have set a password most values are null, whether stored or not. */
export const User = z.extend(Person, {
  password_is_birthday: z.boolean(),
  email_confirmed: z.boolean(),
  missing: z._default(z.array(z.string()), []),
  /** Stored fields that are not shown before the person has set a password. */
  hidden: z._default(z.array(z.string()), []),
  /** `POST /api/update/password` asks for a code from the stored mailbox. */
  needs_code: z._default(z.boolean(), false),
  /** The default password opens nothing until the branch has stored a mailbox. */
  needs_branch: z._default(z.boolean(), false),
});
export type User = z.infer<typeof User>;

export const LoggedIn = z.object({ user: User, access_token: z.string() });
export type LoggedIn = z.infer<typeof LoggedIn>;

export const Done = z.object({ message: z.string() });

export const login = endpoint({
  method: 'POST',
  path: '/api/login',
  access: 'public',
  summary: '登入',
  body: LoginForm,
  answer: LoggedIn,
  refusals: [
    'wrong_credentials',
    'account_suspended',
    'account_merged',
    'default_password_expired',
    'too_many_attempts',
  ],
});

export const logout = endpoint({
  method: 'POST',
  path: '/api/logout',
  access: 'public',
  allowsExpiredSession: true,
  summary: '登出；重複登出不是錯誤',
  allowedOnFullDisk: true,
  answer: Done,
  refusals: [],
});

export const renewSession = endpoint({
  method: 'POST',
  path: '/api/session/create',
  access: 'session',
  allowsRenewedSession: true,
  allowsDefaultPassword: true,
  idempotencyField: 'form',
  summary:
    '換發新的 token，舊的隨即失效；expires_at 為未使用時的失效時間。未收到回應時，60 秒內以舊的 token 與同一 Idempotency-Key 重送，可再次取得同一個新 token',
  answer: z.object({ user: User, access_token: z.string(), expires_at: z.string() }),
  refusals: [],
});

export const photo = endpoint({
  method: 'GET',
  path: '/api/photos/:key',
  access: 'session',
  summary: '照片；僅本人及其團體的管理員可看，預設密碼尚未變更時不可看',
  params: z.object({ key: z.string() }),
  answer: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  answerType: 'image/jpeg',
  refusals: ['not_found'],
});
