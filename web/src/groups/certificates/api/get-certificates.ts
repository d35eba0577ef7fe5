import { groupCertificates } from '@portal/contract/group-certificates';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../platform/api.ts';
import { groupsKey } from '../../api/keys.ts';

export const groupCertificatesQuery = (GroupCode: string) =>
  queryOptions({
    queryKey: [...groupsKey, 'certificates', GroupCode],
    queryFn: ({ signal }) => call(groupCertificates, { params: { GroupCode }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
