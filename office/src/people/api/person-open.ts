import { OPEN_PEOPLE_MAX, openPeople } from '@portal/contract/office/people';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';
import { askTogether } from '../ask-together.ts';
import { personKey } from './person-key.ts';

const isOpen = askTogether(
  async (ids) => (await call(openPeople, { body: { ids: [...ids] } })).ids,
  OPEN_PEOPLE_MAX,
);

/** Whether the page of the person opens. */
export const personOpenQuery = (id: number) =>
  queryOptions({ queryKey: [...personKey(id), 'open'], queryFn: () => isOpen(id) });
