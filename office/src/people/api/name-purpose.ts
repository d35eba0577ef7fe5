import { namePurpose as endpoint } from '@portal/contract/office/people';
import { call } from '../../platform/call.ts';

export const namePurpose = (id: number, purpose: string) =>
  call(endpoint, { params: { id }, body: { purpose } });
