import { erasure } from '@portal/contract/privacy';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';

export const erasureQuery = () =>
  queryOptions({
    queryKey: ['erasure'],
    queryFn: ({ signal }) => call(erasure, { signal }),
    staleTime: 0,
  });
