import type { Input } from '@portal/contract/endpoint';
import { editIncident as endpoint } from '@portal/contract/office/incidents';
import { call } from '../../platform/call.ts';

export const editIncident = (id: number, body: Input<typeof endpoint.body>) =>
  call(endpoint, { params: { id }, body });
