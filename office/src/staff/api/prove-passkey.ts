import type { Input } from '@portal/contract/endpoint';
import { passkeyProof } from '@portal/contract/office/staff';
import { call } from '../../platform/call.ts';

export const sendPasskeyProof = (body: Input<typeof passkeyProof.body>) => call(passkeyProof, { body });
