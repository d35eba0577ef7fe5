import type { Action, Subject } from '@portal/contract/office/actions';
import { paths } from '../platform/paths.ts';

export interface Thing {
  readonly subject: Subject;
  readonly id: number;
}

export type EventsFilter =
  | { readonly thing: Thing }
  | { readonly account: number }
  | { readonly staff: number; readonly action?: Action };

export const eventsPath = (filter: EventsFilter): string => {
  const query = new URLSearchParams();
  if ('thing' in filter) query.set('thing', `${filter.thing.subject}:${filter.thing.id}`);
  else if ('account' in filter) query.set('account', `${filter.account}`);
  else {
    query.set('actor', `staff:${filter.staff}`);
    if (filter.action) query.set('action', filter.action);
  }
  return `${paths.events}?${query}`;
};
