import { registerKinds } from '@portal/contract/office/certificate-register';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';

export const registerKindsQuery = queryOptions({
  queryKey: ['register-kinds'],
  queryFn: ({ signal }) => call(registerKinds, { signal }),
});
