import { useSearchParams } from 'react-router';
import type { List, Query } from './list.ts';

const CURSORS = ['after', 'before'] as const;

/** Two changes may come before the first is rendered: the address has it already. */
const currentAddress = () => new URLSearchParams(location.search);

/** Each change adds a history entry. `fixed` filters also apply and never change. */
export const useListQuery = <Row>(
  list: Pick<List<Row>, 'columns' | 'filters' | 'sort' | 'views' | 'viewFilters'>,
  fixed: Query = {},
) => {
  const [params, setParams] = useSearchParams();
  const filters = [...list.filters.map(({ name }) => name), ...(list.viewFilters ?? [])];
  const isUntouched = (address: URLSearchParams) => [...filters, 'sort'].every((name) => !address.get(name));
  const viewOf = (address: URLSearchParams): Query =>
    isUntouched(address) ? (list.views?.[0].query ?? {}) : {};
  const own: Query = Object.fromEntries(
    [...filters, 'sort', ...CURSORS].flatMap((name) => {
      const value = params.get(name);
      return value ? [[name, value]] : [];
    }),
  );
  const query: Query = { ...viewOf(params), ...own, ...fixed };

  const isOffered = (by: string | null, next: URLSearchParams): boolean => {
    const needed = list.columns.find((column) => column.sort === by?.replace(/^-/, ''))?.sortNeeds;
    return needed === undefined || needed in fixed || next.has(needed);
  };

  const withChange = (change: Query, dropped: readonly string[], address = params): URLSearchParams => {
    const next = new URLSearchParams(address);
    for (const name of dropped) next.delete(name);
    for (const [name, value] of Object.entries(change)) {
      if (value === '') next.delete(name);
      else next.set(name, value);
    }
    if (!isOffered(next.get('sort'), next)) next.delete('sort');
    return next;
  };

  const apply = (change: Query, dropped: readonly string[]) =>
    setParams(withChange(change, dropped, currentAddress()));

  const sortOf = (address: URLSearchParams) =>
    fixed.sort ?? (address.get('sort') || (viewOf(address).sort ?? list.sort));
  const sort = sortOf(params);
  return {
    query,
    sort,
    isFiltered: filters.some((name) => name in own),
    change: (change: Query) => apply(change, CURSORS),
    clear: () => apply({}, [...filters, ...CURSORS]),
    pageAt: (place: Query) => `?${withChange(place, CURSORS)}`,
    sortBy: (by: string) => {
      const address = currentAddress();
      apply({ ...viewOf(address), sort: sortOf(address) === by ? `-${by}` : by }, CURSORS);
    },
    /** Without filters and sort in the address, those of the first view apply. */
    asked: Object.fromEntries(
      Object.entries({ ...viewOf(params), ...own }).filter(
        ([name]) => !CURSORS.some((each) => each === name),
      ),
    ) as Query,
  };
};

export type ListQueryState = ReturnType<typeof useListQuery>;
