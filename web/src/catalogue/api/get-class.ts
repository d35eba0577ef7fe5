import { type Class, type ClassPage, classDetail } from '@portal/contract/catalogue';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { untilOpening } from '../until-opening.ts';
import { classesKey, classPagesKey } from './keys.ts';

export const classQuery = (code: string) =>
  queryOptions({
    queryKey: [...classesKey, 'one', code],
    queryFn: ({ signal }) => call(classDetail, { params: { code }, signal }),
  });

/** Finds the class in a page of the list that was loaded before. */
const listed = (queries: QueryClient, code: string): Class | undefined =>
  queries
    .getQueriesData<ClassPage>({ queryKey: classPagesKey })
    .flatMap(([, page]) => page?.data ?? [])
    .find((one) => one.code === code);

/** In milliseconds; spreads the calls of waiting people. */
const delay = Math.random() * 1000;

/** Shows the list's data first, and asks again when the class opens. */
export const useClass = (code: string) => {
  const queries = useQueryClient();
  return useQuery({
    ...classQuery(code),
    placeholderData: () => listed(queries, code),
    refetchInterval: ({ state }) => untilOpening(state.data, Date.now() - delay),
    refetchIntervalInBackground: true,
  });
};
