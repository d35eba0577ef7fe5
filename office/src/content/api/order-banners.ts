import type { Input } from '@portal/contract/endpoint';
import { orderBanners as endpoint } from '@portal/contract/office/banners';
import { call } from '../../platform/call.ts';

export const orderBanners = (body: Input<typeof endpoint.body>) => call(endpoint, { body });
