import { registrationsList } from '../../enrolment/registrations/registrations-list.tsx';
import { ListPage } from '../../lists/list-page.tsx';
import { useShownClass } from '../use-shown-class.ts';

const { columns, filters } = registrationsList;

/** Leaves out columns that are the same for the whole class. */
const rosterList = {
  ...registrationsList,
  columns: columns.filter(({ key }) => !['class', 'course', 'start', 'organization'].includes(key)),
  filters: filters.filter(({ name }) => name !== 'class'),
};

export const RosterTab = () => <ListPage fixed={{ class: useShownClass().code }} isPart list={rosterList} />;
