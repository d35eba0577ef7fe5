import { orderIntros as endpoint } from '@portal/contract/office/content';
import { call } from '../../platform/call.ts';

export const orderIntros = (id: number, ids: number[]) => call(endpoint, { params: { id }, body: { ids } });
