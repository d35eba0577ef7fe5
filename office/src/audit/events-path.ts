import type { Action, Subject } from '@portal/contract/office/audit';
import { paths } from '../platform/paths.ts';

export interface Thing {
  readonly subject: Subject;
  readonly id: number;
}

export type EventsFilter =
  | { readonly thing: Thing }
  | { readonly account: number }
  | { readonly staff: number; readonly action?: Action };

const searchOf = (filter: EventsFilter): Record<string, string | number> => {
  if ('thing' in filter) return { thing: `${filter.thing.subject}:${filter.thing.id}` };
  if ('account' in filter) return { account: filter.account };
  return { actor: `staff:${filter.staff}`, ...(filter.action && { action: filter.action }) };
};

export const eventsPath = (filter: EventsFilter): string => paths.events.to({}, searchOf(filter));
