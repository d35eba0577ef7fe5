import { takeBackStatement as endpoint } from '@portal/contract/office/statements';
import { call } from '../../platform/call.ts';

export const takeBackStatement = (id: number) => call(endpoint, { params: { id } });
