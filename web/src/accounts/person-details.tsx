import type { Person as WholePerson } from '@portal/contract/accounts';
import { Rows } from '@portal/kit/ui/description-list.tsx';
import { personText as text } from '../text/zh-TW/person.ts';
import { PersonPhoto } from './person-photo.tsx';

type Person = Omit<WholePerson, 'state' | 'country'>;

const shown = (value: string | null) => value || <span className="text-ink-soft">{text.notFilledIn}</span>;

const number = (own: string | null, other: string | null) =>
  !own && other ? <span className="text-ink-soft">{text.notApplicable}</span> : shown(own);

/** A long address breaks before its @. */
const mailbox = (email: string | null) => {
  const at = email?.lastIndexOf('@') ?? -1;
  if (!email || at < 0) return shown(email);
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
};

const addressOf = ({ address_code, city, area, address }: Person): string | null => {
  const place = [city, area, address].filter(Boolean).join('');
  return place === '' ? null : [address_code, place].filter(Boolean).join(' ');
};

export const PersonDetails = ({ person, wide = false }: { person: Person; wide?: boolean }) => (
  <div className="flex flex-col gap-6 sm:flex-row sm:items-start">
    <PersonPhoto name={person.chinese_name ?? ''} src={person.src} />
    <Rows
      className={
        wide ? 'flex-1 lg:grid lg:grid-cols-2 lg:gap-x-10 lg:[&>:nth-last-child(2)]:border-b-0' : 'flex-1'
      }
      rows={[
        { term: text.organization, value: shown(person.organization) },
        { term: text.chineseName, value: shown(person.chinese_name) },
        { term: text.englishName, value: shown(person.english_name) },
        { term: text.idNumber, value: number(person.id_number, person.passport_no) },
        { term: text.passportNo, value: number(person.passport_no, person.id_number) },
        { term: text.sex, value: person.sex === 1 ? text.male : text.female },
        { term: text.birthday, value: shown(person.birthday) },
        { term: text.address, value: shown(addressOf(person)) },
        { term: text.email, value: mailbox(person.email) },
        { term: text.cellPhone, value: shown(person.cell_phone) },
        { term: text.homePhone, value: shown(person.home_phone) },
        { term: text.employer, value: shown(person.career) },
        { term: text.companyPhone, value: shown(person.company_phone) },
        { term: text.occupation, value: shown(person.career_type) },
        { term: text.education, value: shown(person.education) },
        { term: text.educationStatus, value: shown(person.education_status) },
        { term: text.school, value: shown(person.school) },
        { term: text.department, value: shown(person.department) },
      ]}
    />
  </div>
);
