import { trainingRecords } from '@portal/contract/training';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type ClassFilter, given } from '../../catalogue/list-place.ts';
import { call } from '../../platform/api.ts';

/** Records on a page (specification §9). */
const RECORDS_PER_PAGE = 10;

/** The most that one answer holds. */
export const RECORDS_MAX = 100;

const getPage = async (filter: ClassFilter, number: number, size: number, signal: AbortSignal) => {
  const query = {
    ...given(filter),
    type: 'Pagination',
    num: `${size}`,
    page: `${number}`,
  } as const;
  const answer = await call(trainingRecords, { query, signal });
  if (Array.isArray(answer)) throw new TypeError('a page was asked for');
  return answer;
};

const recordsKey = (filter: ClassFilter) => ['training', 'records', given(filter)] as const;

export const trainingRecordsQuery = (filter: ClassFilter, number: number) =>
  queryOptions({
    queryKey: [...recordsKey(filter), number],
    queryFn: ({ signal }) => getPage(filter, number, RECORDS_PER_PAGE, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** All records at once, for printing. */
export const allTrainingRecordsQuery = (filter: ClassFilter) =>
  queryOptions({
    queryKey: [...recordsKey(filter), 'all'],
    queryFn: ({ signal }) => getPage(filter, 1, RECORDS_MAX, signal),
    staleTime: 0,
  });
