import { withdrawErasure as endpoint } from '@portal/contract/privacy';
import { call } from '../../platform/api.ts';

export const withdrawErasure = () => call(endpoint, {});
