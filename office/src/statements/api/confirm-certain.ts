import type { Input } from '@portal/contract/endpoint';
import { confirmCertain as endpoint } from '@portal/contract/office/statements';
import { call } from '../../platform/call.ts';

export const confirmCertain = (accountId: number, body: Input<typeof endpoint.body>) =>
  call(endpoint, { params: { id: accountId }, body });
