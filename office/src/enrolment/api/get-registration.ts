import { type RegistrationDetail, registrationDetail } from '@portal/contract/office/enrolment';
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { historyKey } from '../../audit/api/keys.ts';
import { call } from '../../platform/call.ts';
import { reviewsKey } from './get-review-queue.ts';

export const registrationKey = ['registration'] as const;

export const registrationQuery = (id: number) =>
  queryOptions({
    queryKey: [...registrationKey, id],
    queryFn: ({ signal }) => call(registrationDetail, { signal, params: { id } }),
  });

export const registrationChanged = (queries: QueryClient, detail: RegistrationDetail): void => {
  queries.setQueryData(registrationQuery(detail.id).queryKey, detail);
  queries.invalidateQueries({ queryKey: historyKey });
  queries.invalidateQueries({ queryKey: reviewsKey });
};

export const useRegistrationChanged = () => {
  const queries = useQueryClient();
  return (detail: RegistrationDetail) => registrationChanged(queries, detail);
};
