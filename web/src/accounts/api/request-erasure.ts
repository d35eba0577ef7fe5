import { requestErasure as endpoint } from '@portal/contract/privacy';
import { call } from '../../platform/api.ts';

export const requestErasure = () => call(endpoint, {});
