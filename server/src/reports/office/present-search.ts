import { isoTaipei } from '@portal/contract/dates';
import { MAX_HITS, type SearchAnswer } from '@portal/contract/office/reports';
import { maskIdentity } from '../../accounts/people/mask.ts';
import type { CertificateRow, ClassRow, Hits, PersonRow, RegistrationRow } from '../search.ts';

interface Named {
  readonly chineseName: string | null;
  readonly englishName: string | null;
  readonly account: string;
}

const nameOf = ({ chineseName, englishName, account }: Named): string =>
  chineseName ?? englishName ?? maskIdentity(account);

const section = <Row, Hit>(rows: readonly Row[] | null, present: (row: Row) => Hit) =>
  rows && { hits: rows.slice(0, MAX_HITS).map(present), more: rows.length > MAX_HITS };

const presentPerson = ({ id, organization, ...person }: PersonRow) => ({
  id,
  name: nameOf(person),
  identity: maskIdentity(person.account),
  organization,
});

const presentRegistration = ({ id, code, course, state, startTime, ...person }: RegistrationRow) => ({
  id,
  person: nameOf(person),
  code,
  course,
  state,
  startTime: isoTaipei(startTime),
});

const presentClass = ({ id, code, course, organization, startTime }: ClassRow) => ({
  id: Number(id),
  code,
  course,
  organization,
  startTime: isoTaipei(new Date(startTime)),
});

const presentCertificate = ({ id, number, personId, course, endTime, ...person }: CertificateRow) => ({
  id,
  number,
  personId,
  person: nameOf(person),
  course,
  endTime,
});

export const presentHits = (found: Hits): SearchAnswer => ({
  people: section(found.people, presentPerson),
  registrations: section(found.registrations, presentRegistration),
  classes: section(found.classes, presentClass),
  groups: section(found.groups, (group) => group),
  certificates: section(found.certificates, presentCertificate),
});
