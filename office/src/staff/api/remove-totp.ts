import { removeTotp as endpoint } from '@portal/contract/office/staff';
import { call } from '../../platform/call.ts';

export const removeTotp = () => call(endpoint, {});
