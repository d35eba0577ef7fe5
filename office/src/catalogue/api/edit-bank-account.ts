import type { Input } from '@portal/contract/endpoint';
import { editBankAccount as endpoint } from '@portal/contract/office/catalogue';
import { call } from '../../platform/call.ts';

export const editBankAccount = (id: number, body: Input<typeof endpoint.body>) =>
  call(endpoint, { params: { id }, body });
