import { removeBanner as endpoint } from '@portal/contract/office/banners';
import { call } from '../../platform/call.ts';

export const removeBanner = (id: number) => call(endpoint, { params: { id } });
