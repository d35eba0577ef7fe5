import { personCertificates } from '@portal/contract/office/people';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';
import { personKey } from './person-key.ts';

export const personCertificatesQuery = (id: number) =>
  queryOptions({
    queryKey: [...personKey(id), 'certificates'],
    queryFn: ({ signal }) => call(personCertificates, { params: { id }, signal }),
  });
