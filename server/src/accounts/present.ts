import type { User } from '@portal/contract/accounts';
import type { Person } from './queries.ts';

/** Where the photo is fetched, with the token of somebody who may see it. */
const photoPath = (photoKey: string): string => `/api/${photoKey}`;

/** The account as its owner, and those who may see the whole of it, get it. */
export const presentUser = (person: Person): User => ({
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
