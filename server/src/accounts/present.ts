import * as contract from '@portal/contract/accounts';
import { isoTaipei } from '@portal/contract/dates';
import type { ProfileForm } from '@portal/contract/person-form';
import type { OwnSession } from '@portal/contract/sessions';
import { needsCode } from './passwords/password-codes.ts';
import type { Person } from './queries.ts';
import type { OwnSessionRow } from './sign-in/own-sessions.ts';

export const presentSession = ({ createdAt, lastUsedAt, ...session }: OwnSessionRow): OwnSession => ({
  ...session,
  created_at: isoTaipei(createdAt),
  last_used_at: isoTaipei(lastUsedAt),
});

const photoPath = (photoKey: string): string => `/api/${photoKey}`;

export const presentPerson = (person: Person): contract.Person => ({
  country: person.country,
  chinese_name: person.chineseName,
  english_name: person.englishName,
  src: person.photoKey && photoPath(person.photoKey),
  organization: person.organization,
  id_number: person.idNumber,
  passport_no: person.passportNo,
  sex: person.sex,
  birthday: person.birthday,
  city: person.city,
  area: person.area,
  address: person.address,
  address_code: person.addressCode,
  email: person.email,
  cell_phone: person.cellPhone,
  home_phone: person.homePhone,
  career: person.employer,
  company_phone: person.companyPhone,
  career_type: person.career,
  education: person.education,
  education_status: person.educationStatus,
  school: person.school,
  department: person.department,
  state: person.state,
});

/** Hidden with the default password: others may know the birth date. */
const HIDDEN_FIELDS = [
  'src',
  'city',
  'area',
  'address',
  'address_code',
  'email',
  'cell_phone',
  'home_phone',
  'career',
  'company_phone',
  'career_type',
  'education',
  'education_status',
  'school',
  'department',
] as const satisfies readonly (keyof contract.Person)[];

/** The number that the person's country does not use for login. */
const otherNumber = ({ country }: contract.Person): keyof contract.Person =>
  country === 'local' ? 'passport_no' : 'id_number';

const hide = (whole: contract.Person, fields: readonly (keyof contract.Person)[]): contract.Person => ({
  ...whole,
  ...Object.fromEntries(fields.map((field) => [field, null])),
});

export const sentFields = ({ career_id, educationstatuse, ...form }: ProfileForm): ReadonlySet<string> => {
  const named = { ...form, career_type: career_id, education_status: educationstatuse };
  return new Set(Object.entries(named).flatMap(([field, value]) => (value === null ? [] : [field])));
};

export interface ShownUser {
  readonly person: Person;
  readonly pendingEmail: string | null;
}

/** Fields in `sent`, which this call has filled, are not hidden. */
export const presentUser = (
  { person, pendingEmail }: ShownUser,
  sent: ReadonlySet<string> = new Set(),
): contract.User => {
  const stored = presentPerson(person);
  const whole = { ...stored, email: pendingEmail ?? stored.email };
  const fields: (keyof contract.Person)[] = person.passwordIsBirthday
    ? [...HIDDEN_FIELDS, otherNumber(whole)]
    : [];
  const hidden = fields.filter((field) => !sent.has(field));
  return {
    ...hide(whole, hidden),
    password_is_birthday: person.passwordIsBirthday,
    email_confirmed: person.passwordIsBirthday || person.email === null || person.emailConfirmedAt !== null,
    missing: contract.missingFields(whole),
    hidden: hidden.filter((field) => whole[field] !== null),
    needs_code: needsCode(person),
    needs_branch: person.passwordIsBirthday && person.email === null,
  };
};
