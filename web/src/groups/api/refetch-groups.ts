import type { QueryClient } from '@tanstack/react-query';
import { groupsKey, rostersKey } from './keys.ts';

export const refetchGroups = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all([groupsKey, rostersKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
