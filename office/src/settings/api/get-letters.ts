import { letterList } from '@portal/contract/office/letters';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';

export const lettersQuery = queryOptions({
  queryKey: ['letters'],
  queryFn: ({ signal }) => call(letterList, { signal }),
});
