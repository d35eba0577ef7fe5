import { officeGroupCertificates } from '@portal/contract/office/group-certificates';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';
import { groupKey } from './keys.ts';

export const groupCertificatesQuery = (id: number) =>
  queryOptions({
    queryKey: [...groupKey, id, 'certificates'],
    queryFn: ({ signal }) => call(officeGroupCertificates, { params: { id }, signal }),
  });
