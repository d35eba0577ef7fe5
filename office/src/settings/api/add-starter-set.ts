import { addStarterSet as endpoint } from '@portal/contract/office/setup';
import { call } from '../../platform/call.ts';

export const addStarterSet = () => call(endpoint, {});
