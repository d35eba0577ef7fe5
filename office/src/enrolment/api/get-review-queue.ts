import { type QueueRow, reviewQueue } from '@portal/contract/office/enrolment';
import { type InfiniteData, infiniteQueryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';
import type { ReviewFilter } from '../review/review-place.ts';

interface QueuePage {
  readonly rows: readonly QueueRow[];
  readonly next: string | null;
}

export const reviewsKey = ['reviews'] as const;

export const reviewQueueQuery = (filter: ReviewFilter) =>
  infiniteQueryOptions({
    queryKey: [...reviewsKey, 'queue', filter] as const,
    queryFn: ({ signal, pageParam }) =>
      call(reviewQueue, {
        signal,
        query: { ...filter, ...(pageParam !== null && { after: pageParam }) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });

const without = <Page extends QueuePage>(pages: readonly Page[], ids: readonly number[]): Page[] =>
  pages.map((page) => ({ ...page, rows: page.rows.filter(({ id }) => !ids.includes(id)) }));

export const useLeaveQueue = () => {
  const queries = useQueryClient();
  return (ids: readonly number[]) => {
    queries.setQueriesData<InfiniteData<QueuePage>>(
      { queryKey: [...reviewsKey, 'queue'] },
      (data) => data && { ...data, pages: without(data.pages, ids) },
    );
    queries.invalidateQueries({ queryKey: reviewsKey });
  };
};
