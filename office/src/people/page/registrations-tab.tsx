import { registrationsList } from '../../enrolment/registrations/registrations-list.tsx';
import { ListPage } from '../../lists/list-page.tsx';
import { personText } from '../../text/zh-TW/person.ts';
import { useShownPerson } from './use-shown-person.ts';

const { columns, filters } = registrationsList;

/** Leaves out columns and filters that are the same for the whole list. */
const personRegistrations = {
  ...registrationsList,
  empty: personText.empty.registrations,
  columns: columns.filter(({ key }) => key !== 'identity'),
  filters: filters.filter(({ name }) => !['account', 'person'].includes(name)),
};

export const RegistrationsTab = () => (
  <ListPage fixed={{ account: `${useShownPerson().id}` }} isPart list={personRegistrations} />
);
