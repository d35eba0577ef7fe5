import type { Input } from '@portal/contract/endpoint';
import { passkeySignIn } from '@portal/contract/office/staff';
import { call } from '../../platform/call.ts';

export const sendPasskeySignIn = (body: Input<typeof passkeySignIn.body>) => call(passkeySignIn, { body });
