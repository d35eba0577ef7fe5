import { settleMail as endpoint } from '@portal/contract/office/correspondence';
import { call } from '../../platform/call.ts';

export const settleMail = (id: string) => call(endpoint, { params: { id } });
