import type { QueryClient } from '@tanstack/react-query';

/** Somebody came to a group or left it: its pages and its rosters show other people now. */
export const peopleChanged = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all(
    [['groups'], ['registrations', 'roster']].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );
