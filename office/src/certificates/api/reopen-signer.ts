import { reopenSigner as endpoint } from '@portal/contract/office/certificate-layouts';
import { call } from '../../platform/call.ts';

export const reopenSigner = (id: number) => call(endpoint, { params: { id } });
