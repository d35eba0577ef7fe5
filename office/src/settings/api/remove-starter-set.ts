import { removeStarterSet as endpoint } from '@portal/contract/office/setup';
import { call } from '../../platform/call.ts';

export const removeStarterSet = () => call(endpoint, {});
