import { chooseColumns, preferences } from '@portal/contract/office/preferences';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../platform/call.ts';
import type { List, ListColumn } from './list.ts';

export const preferencesQuery = queryOptions({
  queryKey: ['preferences'],
  queryFn: ({ signal }) => call(preferences, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Ignores chosen columns that no longer exist. */
export const shownColumns = <Row>(
  columns: readonly ListColumn<Row>[],
  chosen: readonly string[] | undefined,
): readonly ListColumn<Row>[] => {
  const shown = columns.filter(({ key, primary, isExtra }) =>
    chosen === undefined ? !isExtra : primary || chosen.includes(key),
  );
  return shown.length > 0 ? shown : columns.filter(({ isExtra }) => !isExtra);
};

/** Stored by the server. Default columns without an answer. */
export const useColumns = <Row>({ name, columns }: Pick<List<Row>, 'name' | 'columns'>) => {
  const queries = useQueryClient();
  const { data } = useQuery(preferencesQuery);
  const shown = shownColumns(columns, data?.columns[name]);
  const saving = useSending({
    mutationFn: (keys: string[]) => call(chooseColumns, { params: { list: name }, body: { columns: keys } }),
    onSuccess: (_, keys) =>
      queries.setQueryData(preferencesQuery.queryKey, (old) => ({
        columns: { ...old?.columns, [name]: keys },
      })),
  });
  return { shown, saving };
};
