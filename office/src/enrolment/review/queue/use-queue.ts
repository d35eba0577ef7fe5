import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useScope } from '../../../platform/scope.ts';
import { reviewQueueQuery } from '../../api/get-review-queue.ts';
import type { ReviewFilter } from '../review-place.ts';

/** Rows before the end at which the next page is fetched. */
const ROWS_AHEAD = 5;

/** The queue as far as it is loaded. Goes on loading when the shown registration comes near the end. */
export const useQueue = (filter: ReviewFilter, openedId: number | null) => {
  const { organization } = useScope();
  const inScope: ReviewFilter = organization === undefined ? {} : { organization: `${organization}` };
  const query = useInfiniteQuery(reviewQueueQuery({ ...filter, ...inScope }));
  const { data, hasNextPage, isFetching, fetchNextPage } = query;
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  const isNearEnd = openedId !== null && rows.slice(-ROWS_AHEAD).some(({ id }) => id === openedId);
  useEffect(() => {
    if (isNearEnd && hasNextPage && !isFetching) fetchNextPage();
  }, [isNearEnd, hasNextPage, isFetching, fetchNextPage]);
  return { ...query, rows, total: data?.pages[0]?.total };
};
