import { classFill } from '@portal/contract/office/reports';
import { queryOptions } from '@tanstack/react-query';
import { classKey } from '../../classes/api/get-class.ts';
import { call } from '../../platform/call.ts';

export const classFillQuery = (id: number) =>
  queryOptions({
    queryKey: [...classKey(id), 'fill'],
    queryFn: ({ signal }) => call(classFill, { params: { id }, signal }),
  });
