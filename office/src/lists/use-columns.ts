import type { Preferences } from '@portal/contract/office/staff';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { chooseColumns } from './api/choose-columns.ts';
import { preferencesQuery } from './api/get-preferences.ts';
import { keepViews } from './api/keep-views.ts';
import type { List, ListColumn, Query } from './list.ts';
import { isSameQuery, queryOf } from './same-query.ts';
import { useViews } from './use-views.ts';

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

const NONE: Preferences = { columns: {}, views: {} };

interface ColumnsOf<Row> extends Pick<List<Row>, 'name' | 'columns' | 'views'> {
  /** The filters and the sort in the address. */
  readonly asked: Query;
}

/**
 * Stored by the server. Default columns without an answer. An own view has columns of its own once they were chosen
 * while it was open.
 */
export const useColumns = <Row>({ name, columns, views, asked }: ColumnsOf<Row>) => {
  const queries = useQueryClient();
  const { data } = useQuery(preferencesQuery);
  const { own } = useViews(name);
  const view = views && own.find(({ query }) => isSameQuery(queryOf(query), asked));
  const chosen = view?.columns ?? data?.columns[name];
  const shown = shownColumns(columns, chosen);
  const viewsWith = (keys: string[]) =>
    own.map((each) => (each === view ? { ...each, columns: keys } : each));
  const saving = useSending({
    mutationFn: (keys: string[]) => (view ? keepViews(name, viewsWith(keys)) : chooseColumns(name, keys)),
    onSuccess: (_, keys) =>
      queries.setQueryData(preferencesQuery.queryKey, (old) => {
        const { columns: kept, views: mine } = old ?? NONE;
        if (view) return { columns: kept, views: { ...mine, [name]: viewsWith(keys) } };
        return { columns: { ...kept, [name]: keys }, views: mine };
      }),
  });
  return { shown, chosen, saving };
};
