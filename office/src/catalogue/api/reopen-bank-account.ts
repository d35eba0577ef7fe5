import { reopenBankAccount as endpoint } from '@portal/contract/office/catalogue';
import { call } from '../../platform/call.ts';

export const reopenBankAccount = (id: number) => call(endpoint, { params: { id } });
