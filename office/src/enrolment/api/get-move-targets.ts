import { moveTargets } from '@portal/contract/office/enrolment';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';

export const moveTargetsQuery = (id: number) =>
  queryOptions({
    queryKey: ['moveTargets', id],
    queryFn: ({ signal }) => call(moveTargets, { signal, params: { id } }),
    staleTime: 0,
  });
