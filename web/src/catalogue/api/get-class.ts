import { type Class, type ClassPage, classDetail } from '@portal/contract/catalogue';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';

/** One published class, listed or already started. */
export const classQuery = (code: string) =>
  queryOptions({
    queryKey: ['classes', 'one', code],
    queryFn: ({ signal }) => call(classDetail, { params: { code }, signal }),
  });

/** The class as a page of the list has it that was looked at before. */
const listed = (queries: QueryClient, code: string): Class | undefined =>
  queries
    .getQueriesData<ClassPage>({ queryKey: ['classes', 'page'] })
    .flatMap(([, page]) => page?.data ?? [])
    .find((one) => one.code === code);

/** Whoever comes from the list sees at once what the list knew; the server's answer follows. */
export const useClass = (code: string) => {
  const queries = useQueryClient();
  return useQuery({ ...classQuery(code), placeholderData: () => listed(queries, code) });
};
