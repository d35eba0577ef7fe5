import { continueJob as endpoint } from '@portal/contract/office/jobs';
import { call } from '../../platform/call.ts';

export const continueJob = (id: number) => call(endpoint, { params: { id } });
