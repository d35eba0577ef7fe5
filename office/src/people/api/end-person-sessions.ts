import { endPersonSessions as endpoint } from '@portal/contract/office/people';
import { call } from '../../platform/call.ts';

export const endPersonSessions = (id: number) => call(endpoint, { params: { id } });
