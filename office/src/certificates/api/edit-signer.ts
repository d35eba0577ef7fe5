import type { Input } from '@portal/contract/endpoint';
import { editSigner as endpoint } from '@portal/contract/office/certificate-layouts';
import { call } from '../../platform/call.ts';

export const editSigner = (id: number, body: Input<typeof endpoint.body>) =>
  call(endpoint, { params: { id }, body });
