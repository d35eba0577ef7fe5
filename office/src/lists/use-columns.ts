import { useSending } from '@portal/kit/browser/use-sending.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { chooseColumns } from './api/choose-columns.ts';
import { preferencesQuery } from './api/get-preferences.ts';
import type { List, ListColumn } from './list.ts';

/** Ignores chosen columns that no longer exist. */
const shownColumns = <Row>(
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
    mutationFn: (keys: string[]) => chooseColumns(name, keys),
    onSuccess: (_, keys) =>
      queries.setQueryData(preferencesQuery.queryKey, (old) => ({
        columns: { ...old?.columns, [name]: keys },
        views: old?.views ?? {},
      })),
  });
  return { shown, saving };
};
