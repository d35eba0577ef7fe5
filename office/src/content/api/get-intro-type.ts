import { introType } from '@portal/contract/office/content';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';
import { contentKey } from './keys.ts';

export const introTypeQuery = (id: number) =>
  queryOptions({
    queryKey: [...contentKey, 'intro-type', id],
    queryFn: ({ signal }) => call(introType, { params: { id }, signal }),
  });
