import { usedPictures } from '@portal/contract/office/content';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';
import { contentKey } from './keys.ts';

export const usedPicturesQuery = queryOptions({
  queryKey: [...contentKey, 'pictures'],
  queryFn: ({ signal }) => call(usedPictures, { signal }),
});
