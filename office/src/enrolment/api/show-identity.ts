import { showIdentity as endpoint } from '@portal/contract/office/enrolment';
import { call } from '../../platform/call.ts';

/** Logged by the server. */
export const showIdentity = (id: number) => call(endpoint, { params: { id } });
