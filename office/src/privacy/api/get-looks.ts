import { personLooks } from '@portal/contract/office/privacy';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';
import { privacyKey } from './keys.ts';

export const looksQuery = (id: number) =>
  queryOptions({
    queryKey: [...privacyKey, 'looks', id],
    queryFn: ({ signal }) => call(personLooks, { params: { id }, signal }),
  });
