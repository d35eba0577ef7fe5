import { orderIntroTypes as endpoint } from '@portal/contract/office/content';
import { call } from '../../platform/call.ts';

export const orderIntroTypes = (ids: number[]) => call(endpoint, { body: { ids } });
