import { approveRenewals as endpoint } from '@portal/contract/office/renewals';
import { type Seen, seenOf } from '../../lists/list.ts';
import { call } from '../../platform/call.ts';

export const approveRenewals = (requests: readonly Seen[]) =>
  call(endpoint, { body: { requests: requests.map(seenOf) } });
