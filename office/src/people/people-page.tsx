import { ButtonLink } from '@portal/kit/ui/button.tsx';
import { DialogButton } from '../forms/dialog-button.tsx';
import { ListPage } from '../lists/list-page.tsx';
import { paths } from '../platform/paths.ts';
import { useMay } from '../platform/session.ts';
import { peopleText } from '../text/zh-TW/people.ts';
import { personTwinsText } from '../text/zh-TW/person-twins.ts';
import { AddPersonDialog } from './add-person-dialog.tsx';
import { listOfPeople } from './people-list.tsx';
import { PeopleSearch } from './people-search.tsx';

export const PeoplePage = () => (
  <ListPage list={listOfPeople} above={<PeopleSearch />}>
    {useMay('person.merge') && (
      <ButtonLink to={`${paths.twins.to()}?state=open`}>{personTwinsText.open}</ButtonLink>
    )}
    {useMay('person.edit') && (
      <DialogButton
        asked="add"
        dialog={(close) => <AddPersonDialog onClose={close} />}
        label={peopleText.add.open}
        variant="primary"
      />
    )}
  </ListPage>
);
