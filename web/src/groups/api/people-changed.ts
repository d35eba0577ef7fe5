import type { QueryClient } from '@tanstack/react-query';
import { groupsKey, rostersKey } from './keys.ts';

/** Invalidates pages and rosters of a group after a member was added or removed. */
export const peopleChanged = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all([groupsKey, rostersKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
