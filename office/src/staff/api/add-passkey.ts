import type { Input } from '@portal/contract/endpoint';
import { addPasskey } from '@portal/contract/office/staff';
import { call } from '../../platform/call.ts';

export const sendPasskey = (body: Input<typeof addPasskey.body>) => call(addPasskey, { body });
