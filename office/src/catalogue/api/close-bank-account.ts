import { closeBankAccount as endpoint } from '@portal/contract/office/catalogue';
import { call } from '../../platform/call.ts';

export const closeBankAccount = (id: number) => call(endpoint, { params: { id } });
