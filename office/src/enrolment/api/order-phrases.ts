import { orderPhrases as endpoint } from '@portal/contract/office/enrolment';
import { call } from '../../platform/call.ts';

export const orderPhrases = (ids: number[]) => call(endpoint, { body: { ids } });
