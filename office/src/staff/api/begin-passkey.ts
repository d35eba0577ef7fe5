import { beginPasskey as endpoint } from '@portal/contract/office/staff';
import { call } from '../../platform/call.ts';

export const beginPasskey = () => call(endpoint, {});
