import { closeSigner as endpoint } from '@portal/contract/office/certificate-layouts';
import { call } from '../../platform/call.ts';

export const closeSigner = (id: number) => call(endpoint, { params: { id } });
