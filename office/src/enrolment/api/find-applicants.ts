import { findApplicants as endpoint } from '@portal/contract/office/enrolment';
import { call } from '../../platform/call.ts';

export const findApplicants = (search: string) => call(endpoint, { body: { search } });
