import { previewErasure } from '@portal/contract/office/privacy';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';
import { privacyKey } from './keys.ts';

export const erasurePreviewQuery = (id: number) =>
  queryOptions({
    queryKey: [...privacyKey, 'erasure', id],
    queryFn: ({ signal }) => call(previewErasure, { params: { id }, signal }),
  });
