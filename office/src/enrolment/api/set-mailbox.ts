import type { Input } from '@portal/contract/endpoint';
import { setMailbox as endpoint } from '@portal/contract/office/enrolment';
import { call } from '../../platform/call.ts';

export const setMailbox = (body: Input<typeof endpoint.body>) => call(endpoint, { body });
