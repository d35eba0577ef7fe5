import { privacyRequest } from '@portal/contract/office/privacy';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';
import { privacyKey } from './keys.ts';

export const requestQuery = (id: number) =>
  queryOptions({
    queryKey: [...privacyKey, 'request', id],
    queryFn: ({ signal }) => call(privacyRequest, { params: { id }, signal }),
  });
