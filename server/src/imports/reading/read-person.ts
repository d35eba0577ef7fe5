import { nationalIdFault, normaliseIdentity, passportFault } from '@portal/contract/identity';
import { importFields } from '@portal/contract/office/imports';
import { birthdayFault, chineseName, personFields } from '@portal/contract/person-form';
import { isCompanyPhone, isForeignPhone, isLandline, isMobile } from '@portal/contract/phones';
import { districtCode } from '@portal/contract/primitives';
import type { ImportedPerson } from '../../accounts/sign-up/imported-person.ts';
import { areaFinder, type FindId, idFinder, type PeopleLookups } from './lookups.ts';
import { readDay } from './read-day.ts';
import { readPhone } from './read-phone.ts';
import { type ReadRow, type RowReader, rowReader, type Texts } from './read-row.ts';

/* Pure. A person of a file. */

const labels = importFields.people;

interface Number {
  readonly country: 'local' | 'foreign';
  readonly number: string;
}

const readNumber = ({ textOf, fault }: RowReader): Number | null => {
  const number = normaliseIdentity(textOf('identity'));
  if (number === '') return fault('缺少證號');
  const national = nationalIdFault(number);
  if (national === null) return { country: 'local', number };
  if (national === 'check') return fault('身分證字號不正確（檢查碼不符）');
  const passport = passportFault(number);
  if (passport === null) return { country: 'foreign', number };
  return fault(passport === 'check' ? '居留證號不正確（檢查碼不符）' : '證號格式不正確');
};

const readBirthday = ({ textOf, fault }: RowReader, today: string): string | null => {
  const text = textOf('birthday');
  if (text === '') return fault('缺少出生日期');
  const day = readDay(text);
  if (day === null) return fault('出生日期無法辨識，請寫成 1990-05-14');
  const late = birthdayFault(day, today);
  return late === null ? day : fault(late);
};

const readName = ({ textOf, fault }: RowReader): string | null => {
  const text = textOf('chineseName');
  if (text === '') return fault('缺少中文姓名');
  const read = chineseName.safeParse(text);
  return read.success ? read.data : fault(read.error.issues[0]?.message ?? '中文姓名格式不正確');
};

const readSex = ({ textOf, leave }: RowReader, number: Number | null): 0 | 1 | null => {
  const text = textOf('sex').normalize('NFKC').toLowerCase();
  if (/^(男|男性|m|male|1)$/.test(text)) return 1;
  if (/^(女|女性|f|female|0|2)$/.test(text)) return 0;
  if (text !== '') leave(labels.sex.label, '無法辨識');
  return number?.country === 'local' ? (number.number[1] === '1' ? 1 : 0) : null;
};

const formFields = {
  englishName: 'english_name',
  email: 'email',
  addressCode: 'address_code',
  address: 'address',
  employer: 'career',
  school: 'school',
  department: 'department',
} as const;

/** Applies the rules of the profile. */
const readText = ({ textOf, leave }: RowReader, field: keyof typeof formFields): string | null => {
  const text = textOf(field);
  if (text === '') return null;
  const read = personFields[formFields[field]].safeParse(text);
  return read.success ? read.data : leave(labels[field].label, read.error.issues[0]?.message ?? '格式不正確');
};

const phones = { cellPhone: isMobile, homePhone: isLandline, companyPhone: isCompanyPhone } as const;

const readOwnPhone = (
  { textOf, leave }: RowReader,
  field: keyof typeof phones,
  country: 'local' | 'foreign' | undefined,
): string | null => {
  const phone = readPhone(textOf(field));
  if (phone === '') return null;
  const isRight = phones[field](phone) || (country === 'foreign' && isForeignPhone(phone));
  return isRight ? phone : leave(labels[field].label, '格式不正確');
};

type Choice = 'organization' | 'city' | 'career' | 'education' | 'educationStatus';

type Finders = Readonly<Record<Choice, FindId>> & {
  readonly area: (cityId: number, name: string) => number | null;
  readonly codesOf: ReadonlyMap<number, readonly string[]>;
};

const readChoice = ({ textOf, leave }: RowReader, field: Choice, find: FindId): number | null => {
  const text = textOf(field);
  return text === '' ? null : (find(text) ?? leave(labels[field].label, `查無「${text.slice(0, 30)}」`));
};

const readArea = (
  { textOf, leave }: RowReader,
  cityId: number | null,
  find: Finders['area'],
): number | null => {
  const text = textOf('area');
  if (text === '') return null;
  if (cityId === null) return leave(labels.area.label, '沒有縣市');
  return find(cityId, text) ?? leave(labels.area.label, '縣市中查無此鄉鎮市區');
};

const readPlace = (reader: RowReader, finders: Finders) => {
  const cityId = readChoice(reader, 'city', finders.city);
  const areaId = readArea(reader, cityId, finders.area);
  const code = readText(reader, 'addressCode');
  const known = areaId === null ? null : (finders.codesOf.get(areaId) ?? null);
  const isElsewhere = code !== null && known !== null && !known.includes(districtCode(code));
  const addressCode = isElsewhere ? reader.leave(labels.addressCode.label, '與鄉鎮市區不符') : code;
  // A city without a district is left out, because the form asks for both.
  return {
    cityId: areaId === null ? null : cityId,
    areaId,
    addressCode,
    address: readText(reader, 'address'),
  };
};

const finderOf = (lookups: PeopleLookups): Finders => ({
  organization: idFinder(lookups.organizations),
  city: idFinder(lookups.cities),
  career: idFinder(lookups.careers),
  education: idFinder(lookups.educations),
  educationStatus: idFinder(lookups.educationStatuses),
  area: areaFinder(lookups.areas),
  codesOf: new Map(lookups.areas.map(({ id, codes }) => [id, codes])),
});

/** Number, name and birth date must be right; other values that are not are left out, and the row says so. */
export const peopleReader = (lookups: PeopleLookups, today: string) => {
  const finders = finderOf(lookups);
  return (texts: Texts): ReadRow<ImportedPerson> => {
    const reader = rowReader(texts);
    const number = readNumber(reader);
    const name = readName(reader);
    const birthday = readBirthday(reader, today);
    const rest = {
      englishName: readText(reader, 'englishName'),
      sex: readSex(reader, number),
      organizationId: readChoice(reader, 'organization', finders.organization),
      email: readText(reader, 'email'),
      cellPhone: readOwnPhone(reader, 'cellPhone', number?.country),
      homePhone: readOwnPhone(reader, 'homePhone', number?.country),
      companyPhone: readOwnPhone(reader, 'companyPhone', number?.country),
      ...readPlace(reader, finders),
      employer: readText(reader, 'employer'),
      careerId: readChoice(reader, 'career', finders.career),
      educationId: readChoice(reader, 'education', finders.education),
      educationStatusId: readChoice(reader, 'educationStatus', finders.educationStatus),
      school: readText(reader, 'school'),
      department: readText(reader, 'department'),
    };
    // If the number is missing, the row has a fault, and `done` leaves out the data.
    const { country, number: identity } = number ?? { country: 'local', number: '' };
    return reader.done({
      country,
      number: identity,
      chineseName: name ?? '',
      birthday: birthday ?? '',
      ...rest,
    });
  };
};
