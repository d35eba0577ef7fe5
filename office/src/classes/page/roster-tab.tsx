import { registrationsList } from '../../enrolment/registrations/registrations-list.tsx';
import { ListPage } from '../../lists/list-page.tsx';
import { useOpening } from '../use-opening.ts';

const { columns, filters } = registrationsList;

/** Without columns that are the same for the whole class. */
const rosterList = {
  ...registrationsList,
  columns: columns.filter(({ key }) => !['class', 'course', 'start', 'organization'].includes(key)),
  filters: filters.filter(({ name }) => name !== 'class'),
};

export const RosterTab = () => <ListPage fixed={{ class: useOpening().code }} isPart list={rosterList} />;
