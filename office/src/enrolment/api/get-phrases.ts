import { type Phrase, reviewPhrases } from '@portal/contract/office/enrolment';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';

export const reviewPhrasesQuery = queryOptions({
  queryKey: ['reviewPhrases'],
  queryFn: ({ signal }) => call(reviewPhrases, { signal }),
});

export const useSetPhrases = () => {
  const queries = useQueryClient();
  return (phrases: Phrase[]) => queries.setQueryData(reviewPhrasesQuery.queryKey, phrases);
};
