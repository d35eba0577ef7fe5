import { classesForNeed } from '@portal/contract/group-certificates';
import { queryOptions } from '@tanstack/react-query';
import { classesKey } from '../../../catalogue/api/keys.ts';
import { call } from '../../../platform/api.ts';

export const classesForNeedQuery = (GroupCode: string, kind: number) =>
  queryOptions({
    queryKey: [...classesKey, 'for need', GroupCode, kind],
    queryFn: ({ signal }) => call(classesForNeed, { params: { GroupCode }, query: { kind }, signal }),
    staleTime: 0,
  });
