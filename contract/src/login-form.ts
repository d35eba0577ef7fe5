import * as z from 'zod/mini';
import { Country } from './country.ts';
import { refuse } from './fields.ts';
import { normaliseIdentity } from './identity.ts';

export const given = (label: string, required: string) =>
  z.string({ error: (issue) => (issue.input == null ? required : `${label}資料型態不正確`) });

export const account = given('帳號', '請輸入帳號').check(
  z.overwrite(normaliseIdentity),
  refuse((value: string) => (value === '' ? '請輸入帳號' : null)),
);

/** Null if it cannot be a number. Validity depends on the country. */
export const identity = (label: string) =>
  z.pipe(
    z.optional(z.nullable(z.string({ error: `${label}資料型態不正確` }))),
    z.transform((value) => normaliseIdentity(value ?? '') || null),
  );

/** Takes the password as it is, without trimming or cutting it. */
export const givenPassword = (required: string, label = '密碼') =>
  given(label, required).check(refuse((value: string) => (value === '' ? required : null)));

export const LoginForm = z.object({
  account,
  password: givenPassword('請輸入密碼'),
  country: z._default(Country, 'local'),
});
export type LoginForm = z.infer<typeof LoginForm>;
