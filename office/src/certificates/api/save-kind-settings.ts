import type { Input } from '@portal/contract/endpoint';
import { saveKindSettings as endpoint } from '@portal/contract/office/certificate-kinds';
import { call } from '../../platform/call.ts';

export const saveKindSettings = (kindId: number, body: Input<typeof endpoint.body>) =>
  call(endpoint, { params: { id: kindId }, body });
