import { bannerList, type EditedBanner } from '@portal/contract/office/banners';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';
import { useContentChanged } from '../use-content-changed.ts';
import { contentKey } from './keys.ts';

export const bannersQuery = queryOptions({
  queryKey: [...contentKey, 'banners'],
  queryFn: ({ signal }) => call(bannerList, { signal }),
});

export const useSetBanners = () => {
  const queries = useQueryClient();
  const changed = useContentChanged();
  return (rows: EditedBanner[]) => {
    queries.setQueryData(bannersQuery.queryKey, rows);
    changed();
  };
};
