import { roster } from '@portal/contract/groups';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { rostersKey } from './keys.ts';

/** The server chooses a group by default. Not cached: identity numbers. */
export const rosterQuery = (code: string, group: string | undefined) =>
  queryOptions({
    queryKey: [...rostersKey, code, group],
    queryFn: ({ signal }) => call(roster, { params: { code }, query: { group }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
