import { certificateKindsForGroup } from '@portal/contract/group-certificates';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../platform/api.ts';
import { groupsKey } from '../../api/keys.ts';

export const kindsForGroupQuery = (GroupCode: string) =>
  queryOptions({
    queryKey: [...groupsKey, 'kinds', GroupCode],
    queryFn: ({ signal }) => call(certificateKindsForGroup, { params: { GroupCode }, signal }),
  });
