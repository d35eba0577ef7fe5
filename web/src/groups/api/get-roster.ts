import { roster } from '@portal/contract/groups';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { rostersKey } from './keys.ts';

/**
 * Who of a group is registered for the class; the server chooses among the groups that the caller manages unless
 * `group` does. Identity numbers are in it: nothing is kept when the page is left.
 */
export const rosterQuery = (code: string, group: string | undefined) =>
  queryOptions({
    queryKey: [...rostersKey, code, group],
    queryFn: ({ signal }) => call(roster, { params: { code }, query: { group }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
