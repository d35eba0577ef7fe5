import { editedBanner } from '@portal/contract/office/banners';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';
import { contentKey } from './keys.ts';

export const bannerQuery = (id: number) =>
  queryOptions({
    queryKey: [...contentKey, 'banner', id],
    queryFn: ({ signal }) => call(editedBanner, { params: { id }, signal }),
  });
