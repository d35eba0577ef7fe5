import { certificateKindList } from '@portal/contract/office/catalogue';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';

export const certificateKindsQuery = queryOptions({
  queryKey: ['certificate-kinds'],
  queryFn: ({ signal }) => call(certificateKindList, { signal }),
});
