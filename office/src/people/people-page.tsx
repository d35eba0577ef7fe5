import { ButtonLink } from '@portal/kit/ui/button.tsx';
import { ListPage } from '../lists/list-page.tsx';
import { paths } from '../platform/paths.ts';
import { useMay } from '../platform/session.ts';
import { personTwinsText } from '../text/zh-TW/person-twins.ts';
import { listOfPeople } from './people-list.tsx';
import { PeopleSearch } from './people-search.tsx';

export const PeoplePage = () => (
  <ListPage list={listOfPeople} above={<PeopleSearch />}>
    {useMay('person.merge') && (
      <ButtonLink to={`${paths.twins.to()}?state=open`}>{personTwinsText.open}</ButtonLink>
    )}
  </ListPage>
);
