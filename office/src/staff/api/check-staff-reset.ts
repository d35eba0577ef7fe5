import { checkStaffReset } from '@portal/contract/office/staff';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';

/** The answer is not cached. */
export const staffResetQuery = (token: string) =>
  queryOptions({
    queryKey: ['staff-reset', token],
    queryFn: () => call(checkStaffReset, { body: { token } }),
    gcTime: 0,
  });
