import { letter } from '@portal/contract/office/letters';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';

export const letterQuery = (key: string) =>
  queryOptions({
    queryKey: ['letter', key],
    queryFn: ({ signal }) => call(letter, { params: { key }, signal }),
  });
