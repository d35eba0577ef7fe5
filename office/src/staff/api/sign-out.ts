import { signOut as endpoint } from '@portal/contract/office/staff';
import { call } from '../../platform/call.ts';

export const signOut = () => call(endpoint, {});
