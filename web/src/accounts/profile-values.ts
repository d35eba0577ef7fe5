import type { User } from '@portal/contract/accounts';
import { today } from '@portal/contract/dates';
import { withRules } from '@portal/contract/fields';
import { ProfileForm, profileRules } from '@portal/contract/person-form';
import { PRIVACY_VERSION } from '@portal/contract/privacy';
import { changesOf } from '@portal/kit/browser/changes.ts';
import * as z from 'zod/mini';
import { personBody, photo } from './person-form.ts';

/** Rules by this device's clock. The photo is added later, the country is not sent. */
export const profileInput = (user: User) =>
  z.intersection(
    ProfileForm.check(withRules(profileRules(user, today(new Date())))),
    z.object({ file: photo, country: z.string() }),
  );

type ProfileInput = ReturnType<typeof profileInput>;
export type ProfileValues = z.input<ProfileInput>;
export type ProfileOutput = z.output<ProfileInput>;

export const PROFILE_FIELDS = [
  'file',
  'organization_id',
  'chinese_name',
  'english_name',
  'id_number',
  'passport_no',
  'sex',
  'birthday',
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
] as const satisfies readonly (keyof ProfileValues & string)[];

/** Locked because they have a value. A local trainee needs no passport number. */
export const lockedFields = (user: User) => ({
  organization_id: user.organization !== null,
  chinese_name: user.chinese_name !== null,
  id_number: user.id_number !== null,
  birthday: user.birthday !== null,
  passport_no: user.country === 'local',
});

/** The stored texts by the names of the form's fields. */
const storedTexts = (user: User) => ({
  organization_id: user.organization,
  chinese_name: user.chinese_name,
  english_name: user.english_name,
  id_number: user.id_number,
  passport_no: user.passport_no,
  birthday: user.birthday,
  city: user.city,
  area: user.area,
  address: user.address,
  address_code: user.address_code,
  email: user.email,
  cell_phone: user.cell_phone,
  home_phone: user.home_phone,
  company_phone: user.company_phone,
  career: user.career,
  career_id: user.career_type,
  education: user.education,
  educationstatuse: user.education_status,
  school: user.school,
  department: user.department,
});

type Texts = { [Name in keyof ReturnType<typeof storedTexts>]: string };
type Draft = Readonly<Record<string, string>> | null;

export const profileValues = (user: User, draft: Draft = null) => {
  const locked: Partial<Record<string, boolean>> = lockedFields(user);
  const texts = Object.fromEntries(
    Object.entries(storedTexts(user)).map(([name, value]) => [
      name,
      (locked[name] ? undefined : draft?.[name]) ?? value ?? '',
    ]),
  ) as Texts;
  const sex = draft?.sex ?? `${user.sex}`;
  const chosen = sex === '1' || sex === '0' ? ({ sex } as const) : {};
  return { ...texts, ...chosen, country: user.country, file: null };
};

const PLACE_FIELDS = ['city', 'area', 'address_code'] as const;

/** City, area and postal code are sent together, so that they always match. */
export const profileChanges = (values: Partial<ProfileValues>, user: User): Record<string, string> => {
  const changes = changesOf(values, profileValues(user));
  const place = Object.fromEntries(PLACE_FIELDS.map((name) => [name, `${values[name] ?? ''}`]));
  return PLACE_FIELDS.some((name) => name in changes) ? { ...changes, ...place } : changes;
};

export const profileBody = ({ country: _, ...form }: ProfileOutput): FormData =>
  personBody({ ...form, privacy_version: PRIVACY_VERSION });

export type ProfileTab = 'profile' | 'password';

export const leftToDo = (user: User): ProfileTab[] => {
  if (user.state) return [];
  const left: ProfileTab[] = user.password_is_birthday ? ['password'] : [];
  return user.missing.length > 0 || left.length === 0 ? ['profile', ...left] : left;
};
