import { ownGroupCertificates } from '@portal/contract/group-certificates';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../platform/api.ts';
import { groupsKey } from '../../api/keys.ts';

/** The person's own certificates as the managers of the group see them. */
export const ownGroupCertificatesQuery = (GroupCode: string) =>
  queryOptions({
    queryKey: [...groupsKey, 'own certificates', GroupCode],
    queryFn: ({ signal }) => call(ownGroupCertificates, { params: { GroupCode }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
