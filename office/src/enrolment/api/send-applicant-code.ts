import { sendApplicantCode as endpoint } from '@portal/contract/office/enrolment';
import { call } from '../../platform/call.ts';

export const sendApplicantCode = (number: string) => call(endpoint, { body: { number } });
