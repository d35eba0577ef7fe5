import { type Choices, choices } from '@portal/contract/office/choices';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';

export const choicesQuery = queryOptions({
  queryKey: ['choices'],
  queryFn: ({ signal }) => call(choices, { signal }),
});

export const useSetChoices = () => {
  const queries = useQueryClient();
  return (changed: Choices) => queries.setQueryData(choicesQuery.queryKey, changed);
};
