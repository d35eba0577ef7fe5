import { useSearchParams } from 'react-router';

const FILTERS = ['class', 'course', 'group', 'organization', 'days', 'mark'] as const;
export type FilterName = (typeof FILTERS)[number];

export type ReviewFilter = Readonly<Partial<Record<FilterName, string>>>;

interface ReviewPlace {
  readonly filter: ReviewFilter;
  readonly id: number | null;
}

export const readPlace = (params: URLSearchParams): ReviewPlace => {
  const given = FILTERS.map((name) => [name, params.get(name)] as const).filter(([, value]) => value);
  const id = Number(params.get('id'));
  return { filter: Object.fromEntries(given), id: Number.isSafeInteger(id) && id > 0 ? id : null };
};

/** A branch chosen for all pages leaves no choice of another one. */
export const withoutBranch = ({ organization: _, ...filter }: ReviewFilter): ReviewFilter => filter;

export const writePlace = ({ filter, id }: ReviewPlace): string => {
  const params = new URLSearchParams(FILTERS.flatMap((name) => (filter[name] ? [[name, filter[name]]] : [])));
  if (id !== null) params.set('id', `${id}`);
  return `?${params}`;
};

export const useReviewPlace = (): ReviewPlace => readPlace(useSearchParams()[0]);
