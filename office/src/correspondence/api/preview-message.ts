import type { Input } from '@portal/contract/endpoint';
import { previewMessage as endpoint } from '@portal/contract/office/correspondence';
import { call } from '../../platform/call.ts';

export const previewMessage = (classId: number, body: Input<typeof endpoint.body>) =>
  call(endpoint, { params: { id: classId }, body });
