import type { Input } from '@portal/contract/endpoint';
import { passwordProof } from '@portal/contract/office/staff';
import { call } from '../../platform/call.ts';

export const provePassword = (body: Input<typeof passwordProof.body>) => call(passwordProof, { body });
