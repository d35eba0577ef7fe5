import type { Input } from '@portal/contract/endpoint';
import { addPasskey } from '@portal/contract/office/account';
import { call } from '../../platform/call.ts';

export const sendPasskey = (body: Input<typeof addPasskey.body>) => call(addPasskey, { body });
