import { type IntroTypeRow, introTypeList } from '@portal/contract/office/content';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';
import { contentKey } from './keys.ts';

export const introTypesQuery = queryOptions({
  queryKey: [...contentKey, 'intro-types'],
  queryFn: ({ signal }) => call(introTypeList, { signal }),
});

export const useSetIntroTypes = () => {
  const queries = useQueryClient();
  return (rows: IntroTypeRow[]) => {
    queries.setQueryData(introTypesQuery.queryKey, rows);
    void queries.invalidateQueries({ queryKey: contentKey });
  };
};
