import { callOffEffect } from '@portal/contract/office/classes';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';

export const effectQuery = (id: number) =>
  queryOptions({
    queryKey: ['call-off', id],
    queryFn: ({ signal }) => call(callOffEffect, { params: { id }, signal }),
    staleTime: 0,
  });
