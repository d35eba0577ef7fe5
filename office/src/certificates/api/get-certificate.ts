import { certificateDetail } from '@portal/contract/office/certificate-register';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';

export const certificateQuery = (id: number) =>
  queryOptions({
    queryKey: ['certificate', id],
    queryFn: ({ signal }) => call(certificateDetail, { params: { id }, signal }),
  });
