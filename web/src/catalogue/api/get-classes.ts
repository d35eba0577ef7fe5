import { classes } from '@portal/contract/catalogue';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { type ClassFilter, given } from '../list-place.ts';
import { classPagesKey } from './keys.ts';

/** Classes on a page of the list (specification §9). */
export const CLASSES_PER_PAGE = 10;

/** The filter 只看可報名 of a group means classes in which the group can be enrolled. */
const wanted = (filter: ClassFilter) => ({
  ...given(filter),
  ...(filter.open && filter.group && { open: 'group' as const }),
});

const getPage = async (filter: ClassFilter, number: number, signal: AbortSignal) => {
  const query = {
    ...wanted(filter),
    type: 'Pagination',
    num: `${CLASSES_PER_PAGE}`,
    page: `${number}`,
  } as const;
  const answer = await call(classes, { query, signal });
  if (Array.isArray(answer)) throw new TypeError('a page was asked for');
  return answer;
};

export const classPageQuery = (filter: ClassFilter, number: number) =>
  queryOptions({
    queryKey: [...classPagesKey, wanted(filter), number],
    queryFn: ({ signal }) => getPage(filter, number, signal),
    placeholderData: keepPreviousData,
  });
