import { registrationsList } from '../enrolment/registrations/registrations-list.tsx';
import { ListPage } from '../lists/list-page.tsx';
import { useShownGroup } from './use-shown-group.ts';

/** Leaves out the column and the filter of the group. */
const groupRegistrations = {
  ...registrationsList,
  columns: registrationsList.columns.filter(({ key }) => key !== 'group'),
  filters: registrationsList.filters.filter(({ name }) => name !== 'group'),
};

export const RegistrationsTab = () => (
  <ListPage fixed={{ group: useShownGroup().code }} isPart list={groupRegistrations} />
);
