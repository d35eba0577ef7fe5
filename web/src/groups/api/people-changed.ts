import type { QueryClient } from '@tanstack/react-query';

/** Invalidates pages and rosters of a group after a member was added or removed. */
export const peopleChanged = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all(
    [['groups'], ['registrations', 'roster']].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );
