import { ListPage } from '../lists/list-page.tsx';
import { listOfPeople } from './people-list.tsx';
import { PeopleSearch } from './people-search.tsx';

export const PeoplePage = () => <ListPage list={listOfPeople} above={<PeopleSearch />} />;
