import { findHolder as endpoint } from '@portal/contract/office/enrolment';
import { call } from '../../platform/call.ts';

export const findHolder = (number: string) => call(endpoint, { body: { number } });
