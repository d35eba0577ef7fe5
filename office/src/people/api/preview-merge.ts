import { previewMerge } from '@portal/contract/office/person-merges';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';
import { personKey } from './person-key.ts';

export const mergePreviewQuery = (id: number, removed: number) =>
  queryOptions({
    queryKey: [...personKey(id), 'merge-preview', removed],
    queryFn: ({ signal }) => call(previewMerge, { params: { id, removed }, signal }),
  });
