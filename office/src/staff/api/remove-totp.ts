import { removeTotp as endpoint } from '@portal/contract/office/account';
import { call } from '../../platform/call.ts';

export const removeTotp = () => call(endpoint, {});
