import type { Input } from '@portal/contract/endpoint';
import { saveLayout as endpoint } from '@portal/contract/office/certificate-layouts';
import { call } from '../../platform/call.ts';

export const saveLayout = (kindId: number, body: Input<typeof endpoint.body>) =>
  call(endpoint, { params: { id: kindId }, body });
