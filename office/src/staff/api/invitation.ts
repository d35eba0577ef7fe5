import { checkInvitation } from '@portal/contract/office/account';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';

/** The name and e-mail of an invitation. Nothing is kept when the page is left. */
export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: () => call(checkInvitation, { body: { token } }),
    gcTime: 0,
  });
