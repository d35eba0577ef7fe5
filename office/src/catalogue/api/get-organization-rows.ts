import { type OrganizationRow, organizationList } from '@portal/contract/office/organizations';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';
import { scopeKey } from '../../platform/scope.ts';
import { organizationsQuery } from './get-organizations.ts';

export const organizationRowsQuery = queryOptions({
  queryKey: ['organization-rows'],
  queryFn: ({ signal }) => call(organizationList, { signal }),
});

/** The choices of an organisation elsewhere follow at once; the server keeps its list of them for some seconds. */
export const useSetOrganizations = () => {
  const queries = useQueryClient();
  return (rows: OrganizationRow[]) => {
    queries.setQueryData(organizationRowsQuery.queryKey, rows);
    const open = rows.filter(({ isClosed }) => !isClosed).map(({ id, name }) => ({ id, name }));
    queries.setQueryData(organizationsQuery.queryKey, open);
    void queries.invalidateQueries({ queryKey: scopeKey });
  };
};
