import * as z from 'zod/mini';
import { Country } from './country.ts';
import { refuse } from './fields.ts';
import { normaliseIdentity } from './identity.ts';

/** A text that is checked, not kept: whatever it is, it is either right or wrong. */
export const given = (label: string, required: string) =>
  z.string({ error: (issue) => (issue.input == null ? required : `${label}資料型態不正確`) });

/** 帳號: the identifier, however it is typed. */
export const account = given('帳號', '請輸入帳號').check(
  z.overwrite(normaliseIdentity),
  refuse((value: string) => (value === '' ? '請輸入帳號' : null)),
);

/** The normalised input, or null. Its validity depends on the country. */
export const identity = (label: string) =>
  z.pipe(
    z.optional(z.nullable(z.string({ error: `${label}資料型態不正確` }))),
    z.transform((value) => normaliseIdentity(value ?? '') || null),
  );

/** A password as typed to be checked: never trimmed, never cut. */
export const givenPassword = (required: string, label = '密碼') =>
  given(label, required).check(refuse((value: string) => (value === '' ? required : null)));

export const LoginForm = z.object({
  account,
  password: givenPassword('請輸入密碼'),
  country: z._default(Country, 'local'),
});
export type LoginForm = z.infer<typeof LoginForm>;
