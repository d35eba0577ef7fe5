import { courseHistory } from '@portal/contract/office/catalogue';
import { queryOptions } from '@tanstack/react-query';
import { historyKey } from '../../audit/api/keys.ts';
import { call } from '../../platform/call.ts';

export const courseHistoryQuery = (id: number) =>
  queryOptions({
    queryKey: [...historyKey, 'course', id],
    queryFn: ({ signal }) => call(courseHistory, { params: { id }, signal }),
  });
