import type { PersonDetail } from '@portal/contract/office/people';
import { useQueryClient } from '@tanstack/react-query';
import { listKey } from '../../lists/list.ts';
import { personQuery } from '../api/get-person.ts';
import { personKey } from '../api/person-key.ts';
import { listOfPeople } from '../people-list.tsx';

/** Shows the answer of an act, and reads the rest again. */
export const usePersonChanged = () => {
  const client = useQueryClient();
  return (person: PersonDetail) => {
    void client.invalidateQueries({ queryKey: personKey(person.id) });
    void client.invalidateQueries({ queryKey: listKey(listOfPeople.name) });
    client.setQueryData(personQuery(person.id).queryKey, person);
  };
};
