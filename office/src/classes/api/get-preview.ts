import { classPreview } from '@portal/contract/office/classes';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';

export const previewQuery = (id: number) =>
  queryOptions({
    queryKey: ['class-preview', id],
    queryFn: ({ signal }) => call(classPreview, { params: { id }, signal }),
  });
