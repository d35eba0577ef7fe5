import { previewUndo, undoContactChange } from '@portal/contract/contact-undo';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { logOutEverywhere } from './logout.ts';

export const undoPreviewQuery = (token: string) =>
  queryOptions({
    queryKey: ['undo-preview', token],
    queryFn: ({ signal }) => call(previewUndo, { body: { token }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

export const useUndo = (token: string) =>
  useSending({
    mutationFn: () => call(undoContactChange, { body: { token } }),
    onSuccess: logOutEverywhere,
  });
