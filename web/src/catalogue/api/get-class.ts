import { type Class, type ClassPage, classDetail } from '@portal/contract/catalogue';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { untilOpening } from '../until-opening.ts';
import { classesKey, classPagesKey } from './keys.ts';

/** One published class, listed or already started. */
export const classQuery = (code: string) =>
  queryOptions({
    queryKey: [...classesKey, 'one', code],
    queryFn: ({ signal }) => call(classDetail, { params: { code }, signal }),
  });

/** The class as a page of the list has it that was looked at before. */
const listed = (queries: QueryClient, code: string): Class | undefined =>
  queries
    .getQueriesData<ClassPage>({ queryKey: classPagesKey })
    .flatMap(([, page]) => page?.data ?? [])
    .find((one) => one.code === code);

/** Within a second, in milliseconds: those who wait for an opening do not all ask in the same instant. */
const delay = Math.random() * 1000;

/**
 * Shows the list's data at once, then the server's answer, and a new answer when the class opens, also in a
 * background tab.
 */
export const useClass = (code: string) => {
  const queries = useQueryClient();
  return useQuery({
    ...classQuery(code),
    placeholderData: () => listed(queries, code),
    refetchInterval: ({ state }) => untilOpening(state.data, Date.now() - delay),
    refetchIntervalInBackground: true,
  });
};
