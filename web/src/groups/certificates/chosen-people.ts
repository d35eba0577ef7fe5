import type { GroupCertificates, PersonCertificates } from '@portal/contract/group-certificates';

const plain = (name: string): string => name.normalize('NFKC').replaceAll(/\s/g, '').toLowerCase();

interface Filter {
  readonly search: string;
  readonly onlyDue: boolean;
}

const isDue = ({ held }: PersonCertificates): boolean => held.some(({ due }) => due);

export const duePeople = (people: readonly PersonCertificates[]): readonly PersonCertificates[] =>
  people.filter(isDue);

export const filterPeople = (
  people: readonly PersonCertificates[],
  { search, onlyDue }: Filter,
): readonly PersonCertificates[] =>
  people.filter((person) => (!onlyDue || isDue(person)) && plain(person.name).includes(plain(search)));

/** The names of the people whom the kind's button enrols. */
export const namesOf = (ids: readonly number[], { people }: Pick<GroupCertificates, 'people'>): string[] =>
  people.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
