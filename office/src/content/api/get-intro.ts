import { editedIntro } from '@portal/contract/office/content';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';
import { contentKey } from './keys.ts';

export const introQuery = (id: number) =>
  queryOptions({
    queryKey: [...contentKey, 'intro', id],
    queryFn: ({ signal }) => call(editedIntro, { params: { id }, signal }),
  });
