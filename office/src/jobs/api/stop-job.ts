import { stopJob as endpoint } from '@portal/contract/office/jobs';
import { call } from '../../platform/call.ts';

export const stopJob = (id: number) => call(endpoint, { params: { id } });
