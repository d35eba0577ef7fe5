import type { Input } from '@portal/contract/endpoint';
import { editOrganization as endpoint } from '@portal/contract/office/organizations';
import { call } from '../../platform/call.ts';

export const editOrganization = (id: number, body: Input<typeof endpoint.body>) =>
  call(endpoint, { params: { id }, body });
