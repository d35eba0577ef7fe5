import type { Input } from '@portal/contract/endpoint';
import { previewLayout } from '@portal/contract/office/certificate-layouts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { fetchBlob } from '../../platform/download.ts';

export const layoutPreviewQuery = (kindId: number, body: Input<typeof previewLayout.body>) =>
  queryOptions({
    queryKey: ['certificate-layout-preview', kindId, body],
    queryFn: ({ signal }) => fetchBlob(previewLayout, { params: { id: kindId }, body, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  });
