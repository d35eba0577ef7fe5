import type { Input } from '@portal/contract/endpoint';
import { editBanner as endpoint } from '@portal/contract/office/banners';
import { call } from '../../platform/call.ts';

export const editBanner = (id: number, body: Input<typeof endpoint.body>) =>
  call(endpoint, { params: { id }, body });
