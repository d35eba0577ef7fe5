import { renewRecoveryCodes as endpoint } from '@portal/contract/office/staff';
import { call } from '../../platform/call.ts';

export const renewRecoveryCodes = () => call(endpoint, {});
