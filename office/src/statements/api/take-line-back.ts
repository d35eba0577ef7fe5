import { takeLineBack as endpoint } from '@portal/contract/office/statements';
import { call } from '../../platform/call.ts';

export const takeLineBack = (id: number) => call(endpoint, { params: { id } });
