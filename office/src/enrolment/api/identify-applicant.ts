import type { Input } from '@portal/contract/endpoint';
import { identifyApplicant as endpoint } from '@portal/contract/office/enrolment';
import { call } from '../../platform/call.ts';

export const identifyApplicant = (body: Input<typeof endpoint.body>) => call(endpoint, { body });
