import { checkInvitation } from '@portal/contract/office/staff';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';

/** The answer is not cached. */
export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: () => call(checkInvitation, { body: { token } }),
    gcTime: 0,
  });
