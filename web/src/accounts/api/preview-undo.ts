import { previewUndo } from '@portal/contract/contact-undo';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';

export const undoPreviewQuery = (token: string) =>
  queryOptions({
    queryKey: ['undo-preview', token],
    queryFn: ({ signal }) => call(previewUndo, { body: { token }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
