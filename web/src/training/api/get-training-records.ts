import { trainingRecords } from '@portal/contract/training';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type ClassFilter, given } from '../../catalogue/list-place.ts';
import { call } from '../../platform/api.ts';

/** Records on a page (specification §9). */
const RECORDS_PER_PAGE = 10;

const getPage = async (filter: ClassFilter, number: number, signal: AbortSignal) => {
  const query = {
    ...given(filter),
    type: 'Pagination',
    num: `${RECORDS_PER_PAGE}`,
    page: `${number}`,
  } as const;
  const answer = await call(trainingRecords, { query, signal });
  if (Array.isArray(answer)) throw new TypeError('a page was asked for');
  return answer;
};

export const trainingRecordsQuery = (filter: ClassFilter, number: number) =>
  queryOptions({
    queryKey: ['training', 'records', given(filter), number],
    queryFn: ({ signal }) => getPage(filter, number, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
