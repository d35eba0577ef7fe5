import type { Country } from '@portal/contract/country';
import { today } from '@portal/contract/dates';
import { withRules } from '@portal/contract/fields';
import { birthdayFault, RegistrationForm } from '@portal/contract/person-form';
import { PRIVACY_VERSION } from '@portal/contract/privacy';
import * as z from 'zod/mini';
import { personBody, photo } from './person-form.ts';

/** The birth date is checked by this device's clock. The photo is added later. */
export const RegistrationInput = z.intersection(
  RegistrationForm.check(
    withRules<RegistrationForm>([
      {
        needs: ['birthday'],
        faults: ({ birthday }) => {
          const text = birthdayFault(birthday, today(new Date()));
          return text === null ? [] : [{ field: 'birthday', text }];
        },
      },
    ]),
  ),
  z.object({ file: photo }),
);

export type RegistrationValues = z.input<typeof RegistrationInput>;
export type RegistrationOutput = z.output<typeof RegistrationInput>;

export const FIELDS = [
  'file',
  'country',
  'organization_id',
  'chinese_name',
  'english_name',
  'sex',
  'birthday',
  'id_number',
  'passport_no',
  'password',
  'password_confirmation',
  'city',
  'area',
  'address_code',
  'address',
  'email',
  'cell_phone',
  'home_phone',
  'company_phone',
  'career',
  'career_id',
  'education',
  'educationstatuse',
  'school',
  'department',
] as const satisfies readonly (keyof RegistrationValues & string)[];

const emptyTexts = {
  organization_id: '',
  chinese_name: '',
  english_name: '',
  id_number: '',
  passport_no: '',
  birthday: '',
  city: '',
  area: '',
  address: '',
  address_code: '',
  email: '',
  cell_phone: '',
  home_phone: '',
  company_phone: '',
  career: '',
  career_id: '',
  education: '',
  educationstatuse: '',
  school: '',
  department: '',
};

type Draft = Readonly<Record<string, string>> | null;

const textsOf = (draft: Draft): typeof emptyTexts => {
  const texts = { ...emptyTexts };
  for (const name of Object.keys(texts) as (keyof typeof texts)[]) texts[name] = draft?.[name] ?? '';
  return texts;
};

export const initialValues = (draft: Draft) => {
  const country: Country = draft?.country === 'foreign' ? 'foreign' : 'local';
  const { sex } = draft ?? {};
  const chosen = sex === '1' || sex === '0' ? ({ sex } as const) : {};
  return { ...textsOf(draft), ...chosen, country, password: '', password_confirmation: '', file: null };
};

export const registrationBody = (form: RegistrationOutput): FormData =>
  personBody({ ...form, privacy_version: PRIVACY_VERSION });

/** The same content may repeat its key. */
export const fingerprint = (body: FormData): string =>
  JSON.stringify(
    [...body].map(([name, value]) =>
      value instanceof File ? [name, value.name, value.size, value.lastModified] : [name, value],
    ),
  );
