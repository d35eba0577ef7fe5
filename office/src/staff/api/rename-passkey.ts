import type { Input } from '@portal/contract/endpoint';
import { renamePasskey as endpoint } from '@portal/contract/office/staff';
import { call } from '../../platform/call.ts';

export const renamePasskey = (id: number, body: Input<typeof endpoint.body>) =>
  call(endpoint, { params: { id }, body });
