import type * as contract from '@portal/contract/accounts';
import { isoTaipei } from '@portal/contract/dates';
import type { OwnSession } from '@portal/contract/sessions';
import type { OwnSessionRow } from './own-sessions.ts';
import type { Person } from './queries.ts';

/** A login as its owner sees it. */
export const presentSession = ({ createdAt, lastUsedAt, ...session }: OwnSessionRow): OwnSession => ({
  ...session,
  created_at: isoTaipei(createdAt),
  last_used_at: isoTaipei(lastUsedAt),
});

/** Where the photo is fetched, with the token of somebody who may see it. */
const photoPath = (photoKey: string): string => `/api/${photoKey}`;

/** The account as those get it who may see the whole of it. */
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

/** The account as its owner gets it. */
export const presentUser = (person: Person): contract.User => ({
  ...presentPerson(person),
  password_is_birthday: person.passwordIsBirthday,
  email_confirmed: person.email === null || person.emailConfirmedAt !== null,
});
