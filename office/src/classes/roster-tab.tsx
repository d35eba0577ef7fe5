import { ListPage } from '../lists/list-page.tsx';
import { registrationsList } from '../registrations/registrations-list.tsx';
import { useOpening } from './use-opening.ts';

const { columns, filters } = registrationsList;

/** 報名名單 without what is the same for all of a class. */
const rosterList = {
  ...registrationsList,
  columns: columns.filter(({ key }) => !['class', 'course', 'start', 'organization'].includes(key)),
  filters: filters.filter(({ name }) => name !== 'class'),
};

/** 名單: the registrations of the class. */
export const RosterTab = () => <ListPage fixed={{ class: useOpening().code }} isPart list={rosterList} />;
