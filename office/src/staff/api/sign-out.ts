import { signOut as endpoint } from '@portal/contract/office/session';
import { call } from '../../platform/call.ts';

export const signOut = () => call(endpoint, {});
